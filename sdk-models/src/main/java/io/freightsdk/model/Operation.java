// Generated from freight-agent-api.yaml by GeneratedSourcesTest. Do not edit.
package io.freightsdk.model;

import org.jspecify.annotations.Nullable;

/** The operations of the API, as the API description defines them. */
public enum Operation {
  /** Create a load. */
  CREATE_LOAD(
      "createLoad",
      "POST",
      "/v1/agent/loads",
      "load_create",
      false),

  /** Read the position of a load. */
  GET_LOAD_POSITION(
      "getLoadPosition",
      "GET",
      "/v1/agent/loads/{loadNumber}",
      "position_read",
      false),

  /** Set the status of a load (closed). */
  UPDATE_LOAD_STATUS(
      "updateLoadStatus",
      "PATCH",
      "/v1/agent/loads/{loadNumber}/status",
      "status_update",
      false),

  /** Confirm the delivery of a load. */
  CONFIRM_DELIVERY(
      "confirmDelivery",
      "POST",
      "/v1/agent/loads/{loadNumber}/delivery-confirm",
      "delivery_confirm",
      false),

  /** Read the price list. */
  GET_PRICING(
      "getPricing",
      "GET",
      "/v1/agent/pricing",
      null,
      false),

  /** Read the prepaid balance. */
  GET_BALANCE(
      "getBalance",
      "GET",
      "/v1/agent/balance",
      null,
      false),

  /** Create a load with geofence tracking. */
  CREATE_TRACKED_LOAD(
      "createTrackedLoad",
      "POST",
      "/v1/freight/create_tracked_load",
      "load_create",
      true),

  /** Read the last known location of a load. */
  GET_TRACKED_LOAD_POSITION(
      "getTrackedLoadPosition",
      "POST",
      "/v1/freight/get_load_position",
      "position_read",
      true),

  /** Top up the balance by card. */
  TOP_UP_BY_CARD(
      "topUpByCard",
      "POST",
      "/v1/billing/topup/card",
      null,
      true),

  /** Read the service catalog. */
  GET_SERVICE_CATALOG(
      "getServiceCatalog",
      "GET",
      "/v1/catalog",
      null,
      true);

  private final String id;
  private final String method;
  private final String path;
  private final @Nullable String priceKey;
  private final boolean experimental;

  Operation(
      String id, String method, String path, @Nullable String priceKey, boolean experimental) {
    this.id = id;
    this.method = method;
    this.path = path;
    this.priceKey = priceKey;
    this.experimental = experimental;
  }

  /** The operation with this id; throws IllegalArgumentException when there is none. */
  public static Operation ofId(String id) {
    for (Operation operation : values()) {
      if (operation.id.equals(id)) return operation;
    }
    throw new IllegalArgumentException("no operation has the id '" + id + "'");
  }

  /** The operationId of the API description, such as {@code createLoad}. */
  public String id() {
    return id;
  }

  /** The HTTP method, in uppercase. */
  public String method() {
    return method;
  }

  /** The path with its placeholders, such as {@code /v1/agent/loads/{loadNumber}}. */
  public String path() {
    return path;
  }

  /** The key of its price in the price list; null if it has none. */
  public @Nullable String priceKey() {
    return priceKey;
  }

  /** Whether its request and response bodies are not published and may change. */
  public boolean experimental() {
    return experimental;
  }
}
