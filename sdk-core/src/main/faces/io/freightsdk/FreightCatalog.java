package io.freightsdk;

/**
 * Operations that the service catalog lists, but whose request and response bodies are not
 * published (API description, sections 2.10 and 4.7). Experimental: they may change when the
 * service does. JSON members that the service adds to an answer are kept as {@code
 * additionalProperties()}, except in the result of {@code createTrackedLoad}.
 */
public interface FreightCatalog {
  // operations: experimental, value
}
