package io.freightsdk;

/** The method of a call by its path, see {@link FreightClient#call}. */
public enum HttpMethod {
  GET,
  POST,
  PUT,
  PATCH,
  DELETE
}
