package io.freightsdk.server.service;

import io.freightsdk.server.service.load.LoadIds;
import java.util.function.Supplier;

/** The links of a load. */
public final class Links {
  private final Supplier<String> baseUrl;

  Links(Supplier<String> baseUrl) {
    this.baseUrl = baseUrl;
  }

  /** The customer's public page. */
  public String tracking(LoadIds load) {
    return baseUrl.get() + "/track/" + load.trackingToken();
  }

  /** The driver's page in a browser. */
  public String driverWeb(LoadIds load) {
    return baseUrl.get() + "/driver/" + load.driverToken();
  }

  /** The driver's page in the mobile app. */
  public String driverApp(LoadIds load) {
    return "pingpoint://driver/" + load.driverToken();
  }
}
