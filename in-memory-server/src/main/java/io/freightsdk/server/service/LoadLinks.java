package io.freightsdk.server.service;

/** Creates the links of loads from their tokens. */
public record LoadLinks(String baseUrl) {
  public String tracking(String trackingToken) {
    return baseUrl + "/track/" + trackingToken;
  }

  public String driverWeb(String driverToken) {
    return baseUrl + "/driver/" + driverToken;
  }

  public String driverApp(String driverToken) {
    return "pingpoint://driver/" + driverToken;
  }
}
