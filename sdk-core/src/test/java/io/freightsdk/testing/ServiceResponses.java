package io.freightsdk.testing;

import io.freightsdk.model.Operation;
import io.freightsdk.server.fault.Fault;
import java.util.Locale;
import mockwebserver3.MockResponse;

/** Responses of the service, for a mock server. */
public final class ServiceResponses {
  private ServiceResponses() {}

  /** The response to the creation of this load. */
  public static MockResponse.Builder createdLoad(String number) {
    return json(
        201,
        String.format(
            Locale.ROOT,
            """
        {"success":true,"loadId":"0b8f7a4e-6d1c-4b9a-9f55-0a1b2c3d4e5f","loadNumber":"%s",\
        "trackingLink":"https://example.com/track/trk_0123456789abcdef01234567",\
        "driverWebLink":"https://example.com/driver/drv_0123456789abcdef01234567",\
        "driverAppLink":"pingpoint://driver/drv_0123456789abcdef01234567","driverResolution":"none"}\
        """,
            number));
  }

  /** The success of an operation. */
  public static MockResponse.Builder success(Operation operation) {
    return switch (operation) {
      case CREATE_LOAD, CREATE_TRACKED_LOAD -> createdLoad("LD-2026-0001");
      case GET_LOAD_POSITION ->
          json(
              200,
              """
              {"loadNumber":"LD-2026-0001","status":"PLANNED","createdAt":"2026-11-20T10:00:00Z",\
              "stops":[],"gpsTrack":[],"pingCount":0}\
              """);
      case CONFIRM_DELIVERY -> json(200, "{\"ok\":true,\"idempotent\":true}");
      case GET_PRICING ->
          json(
              200,
              "{\"currency\":\"USD\",\"prices\":{\"load_create\":0.65,\"position_read\":0.02}}");
      case GET_BALANCE -> json(200, "{\"currency\":\"USD\",\"balanceUsd\":24.35}");
      case UPDATE_LOAD_STATUS ->
          json(410, "{\"error\":\"closed\",\"code\":\"STATUS_DOOR_CLOSED\"}");
      case GET_TRACKED_LOAD_POSITION ->
          json(200, "{\"loadNumber\":\"LD-2026-0001\",\"status\":\"PLANNED\"}");
      case TOP_UP_BY_CARD -> json(200, "{\"ok\":true,\"currency\":\"USD\",\"balanceUsd\":74.35}");
      case GET_SERVICE_CATALOG -> json(200, "{\"services\":[]}");
    };
  }

  /** 503 with the code that says that nothing was charged. */
  public static MockResponse.Builder billingUnavailable() {
    return json(503, "{\"error\":\"down\",\"code\":\"BILLING_UNAVAILABLE\"}");
  }

  public static MockResponse.Builder insufficientFunds() {
    return json(
        402,
        """
        {"error":"Insufficient funds","code":"INSUFFICIENT_FUNDS","balanceUsd":0.40,"priceUsd":0.65,\
        "billingUrl":"/billing/topup"}\
        """);
  }

  public static MockResponse.Builder error(int status) {
    return json(status, "{\"error\":\"no\"}");
  }

  /** The same status with the page of a proxy, which is no response of the service. */
  public static Fault page(Fault status) {
    return status
        .withHeader("Content-Type", "text/html")
        .withBody(
            "<html><body><h1>" + status.status() + "</h1><p>Request blocked.</p></body></html>");
  }

  public static MockResponse.Builder json(int status, String body) {
    return new MockResponse.Builder()
        .code(status)
        .setHeader("Content-Type", "application/json")
        .body(body);
  }
}
