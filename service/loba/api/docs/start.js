"use strict";

window.ui = SwaggerUIBundle({
  dom_id: "#contract",
  url: "openapi.json",
  validatorUrl: null, // nobody else is asked whether the contract is sound
  tryItOutEnabled: true,
  displayRequestDuration: true,
  deepLinking: true,
  defaultModelsExpandDepth: 0,
});
