/**
 * The verdict at a glance: on a small screen the whole of it may lie below the pack one is tapping on. Then its
 * heading is shown at the foot of the screen; a tap leads to the rest. A screen reader hears the verdict
 * anyway, so this says nothing to it.
 */

import { h } from "./dom.js";

const still = matchMedia("(prefers-reduced-motion: reduce)");

/**
 * Watch an answer and return what to show, which belongs beside it and goes with it; `onlyBad` where good news show
 * by themselves.
 */
export function glance(answer, { onlyBad = false } = {}) {
  const strip = h("button", {
    type: "button",
    class: "glance",
    "aria-hidden": "true",
    tabindex: -1,
    on: {
      click: () => answer.scrollIntoView({ block: "start", behavior: still.matches ? "instant" : "smooth" }),
    },
  });
  let seen = true;

  function draw() {
    const first = answer.querySelector(".verdict");
    strip.textContent = [...answer.querySelectorAll(".verdict h2")]
      .map(({ childNodes }) => [...childNodes].map((part) => part.textContent).join(" "))
      .join(" · ");
    const wanted = first && !seen && !(onlyBad && first.classList.contains("yes"));
    strip.className = `glance ${first?.className ?? ""} ${wanted ? "needed" : ""}`.replace("verdict", "");
  }

  new MutationObserver(draw).observe(answer, { childList: true, subtree: true });
  new IntersectionObserver(
    ([entry]) => {
      seen = entry.isIntersecting;
      draw();
    },
    { rootMargin: "0px 0px -110px 0px" },
  ).observe(answer);
  return strip;
}
