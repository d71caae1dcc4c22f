package io.freightsdk.server.http;

import io.freightsdk.model.Operation;
import io.freightsdk.server.fault.Fault;
import io.freightsdk.server.fault.Fault.Phase;
import io.freightsdk.server.http.Endpoint.Handler;
import io.freightsdk.server.http.engine.Response;
import io.freightsdk.server.http.engine.Response.Delivery;
import io.freightsdk.server.service.FaultPlan;
import io.freightsdk.server.service.refusal.RefusedException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/** Applies a planned fault to a call, before it is processed or after its commit. */
final class FaultInjector {
  private static final byte[] NOT_JSON =
      "{\"error\": <html>upstream said no".getBytes(StandardCharsets.UTF_8);

  private final FaultPlan plan;

  FaultInjector(FaultPlan plan) {
    this.plan = plan;
  }

  /**
   * Responds to a call of {@code operation} by {@code processing}, unless a fault prevents this or
   * corrupts the response.
   */
  Response apply(RequestContext context, Operation operation, Handler processing)
      throws IOException {
    Fault fault = plan.nextFaultOnArrival(operation, context.brokerId());
    if (fault == null) return processAndNoteOutage(processing, context);

    context.faultApplied(fault);
    boolean isProcessed = fault.phase() == Phase.AFTER_COMMIT;
    // Also read if the call is not processed, because the journal shows the body.
    if (!isProcessed) context.body();
    Response normalResponse = isProcessed ? process(processing, context) : Response.none();
    return switch (fault.kind()) {
      case BILLING_UNAVAILABLE -> JsonText.response(RefusedException.billingUnavailable(fault));
      case STATUS -> status(fault);
      case DELAY ->
          Response.after(
              fault.delay(), () -> isProcessed ? normalResponse : process(processing, context));
      case CLOSE -> Response.none();
      case RESET -> Response.none().withDelivery(Delivery.RESET);
      case TRUNCATE_BODY -> normalResponse.withDelivery(Delivery.TRUNCATED);
      case MALFORMED_JSON -> normalResponse.withBody(NOT_JSON);
      case RANDOM_BYTES -> normalResponse.withDelivery(Delivery.RANDOM_BYTES);
    };
  }

  /** A billing outage occurs during the processing, which then throws a refusal. */
  private static Response processAndNoteOutage(Handler processing, RequestContext context)
      throws IOException {
    try {
      return processing.handle(context);
    } catch (RefusedException e) {
      if (e.outage() != null) context.faultApplied(e.outage());
      throw e;
    }
  }

  /** Turns refusals into responses, so that a fault after the commit also affects refused calls. */
  private static Response process(Handler processing, RequestContext context) throws IOException {
    try {
      return processing.handle(context);
    } catch (RefusedException e) {
      return JsonText.response(e);
    }
  }

  private static Response status(Fault fault) {
    Response response = statusWithBody(fault);
    for (Map.Entry<String, String> header : fault.headers().entrySet()) {
      response = response.withHeader(header.getKey(), header.getValue());
    }
    return fault.retryAfter() == null
        ? response
        : response.withHeader("Retry-After", fault.retryAfter());
  }

  private static Response statusWithBody(Fault fault) {
    String body = fault.body();
    if (body == null) {
      return JsonText.error(fault.status(), "Injected fault: status " + fault.status());
    }
    Response response =
        Response.of(fault.status(), "application/json", body.getBytes(StandardCharsets.UTF_8));
    return body.isEmpty() ? response.withOnlyHeaders(Map.of()) : response;
  }
}
