// Reads a JSON list of custom objects and says of each whether its operator would take it.

import { readFileSync } from "node:fs";

const PACKAGES = {
  "gateway.networking.k8s.io": "@kubernetes-models/gateway-api",
  "monitoring.coreos.com": "@kubernetes-models/prometheus-operator",
};

let wrong = 0;
for (const object of JSON.parse(readFileSync(0, "utf8"))) {
  const [group, version] = object.apiVersion.split("/");
  const file = `./node_modules/${PACKAGES[group]}/${group}/${version}/${object.kind}.js`;
  const Model = (await import(new URL(file, import.meta.url)))[object.kind];
  let verdict = "taken";
  try {
    new Model(object).validate();
  } catch (error) {
    wrong += 1;
    verdict = `REFUSED: ${error.message}`;
  }
  console.log(`${object.kind}/${object.metadata.name}: ${verdict}`);
}
process.exit(wrong ? 1 : 0);
