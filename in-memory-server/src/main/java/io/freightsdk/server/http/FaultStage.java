package io.freightsdk.server.http;

import io.freightsdk.server.fault.Fault;
import io.freightsdk.server.http.Endpoint.Handler;
import io.freightsdk.server.http.engine.Response;
import io.freightsdk.server.service.FaultPlan;
import io.freightsdk.server.service.refusal.Refusal;
import io.freightsdk.server.service.refusal.Refusal.RefusedException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Applies a planned fault to a call: before it is processed, after its commit, or in its body. */
final class FaultStage {
  private static final byte[] NOT_JSON =
      "{\"error\": <html>upstream said no".getBytes(StandardCharsets.UTF_8);

  private final FaultPlan plan;
  private final Function<String, @Nullable String> brokerOfLink;

  /**
   * @param brokerOfLink the broker whose load has a link with this token; null for nobody's
   */
  FaultStage(FaultPlan plan, Function<String, @Nullable String> brokerOfLink) {
    this.plan = plan;
    this.brokerOfLink = brokerOfLink;
  }

  /** Answers {@code call} by {@code processing}, unless a fault prevents or spoils it. */
  Response around(Call call, Handler processing) throws IOException {
    Fault fault = plan.onArrival(call.operation(), brokerOf(call), call.request().rawPath());
    if (fault == null) return withOutage(processing, call);

    call.met(fault);
    // Read also when the call is not processed: the journal shows the body, and compares it to know
    // whether the call came again.
    if (fault.phase() == Fault.Phase.BEFORE_PROCESSING) call.body();
    // Refusals are rendered inside, so that a fault after the commit also spoils refused calls.
    Handler refusing = inner -> refusing(processing, inner);
    return switch (fault.kind()) {
      case BILLING_UNAVAILABLE -> ErrorTable.answer(new Refusal.BillingUnavailable(fault));
      case STATUS -> status(call, fault, refusing);
      case DELAY -> delayed(call, fault, refusing);
      case CLOSE_BEFORE_PROCESSING -> Response.none();
      case CLOSE_AFTER_COMMIT -> {
        refusing.handle(call);
        yield Response.none();
      }
      case TRUNCATE_BODY ->
          refusing.handle(call).delivered(Response.Delivery.TRUNCATED, fault.delay());
      case DRIBBLE -> refusing.handle(call).delivered(Response.Delivery.DRIBBLED, fault.delay());
      case WRONG_LENGTH ->
          refusing.handle(call).delivered(Response.Delivery.TOO_SHORT, fault.delay());
      case RANDOM_BYTES ->
          refusing.handle(call).delivered(Response.Delivery.NO_HTTP, fault.delay());
      case RESET -> {
        if (fault.phase() == Fault.Phase.AFTER_COMMIT) refusing.handle(call);
        yield Response.none().delivered(Response.Delivery.RESET, fault.delay());
      }
      case MALFORMED_JSON -> refusing.handle(call).withBody(NOT_JSON);
    };
  }

  private @Nullable String brokerOf(Call call) {
    String token = call.linkToken();
    return token == null ? call.brokerId() : brokerOfLink.apply(token);
  }

  /** A fault of billing strikes in the middle of the processing, and comes out as a refusal. */
  private static Response withOutage(Handler processing, Call call) throws IOException {
    try {
      return processing.handle(call);
    } catch (RefusedException e) {
      if (e.refusal() instanceof Refusal.BillingUnavailable down) call.met(down.outage());
      throw e;
    }
  }

  private static Response refusing(Handler processing, Call call) throws IOException {
    try {
      return processing.handle(call);
    } catch (RefusedException e) {
      return ErrorTable.answer(e.refusal());
    }
  }

  private Response status(Call call, Fault fault, Handler processing) throws IOException {
    if (fault.phase() == Fault.Phase.AFTER_COMMIT) processing.handle(call);
    Map<String, String> headers = new LinkedHashMap<>(fault.headers());
    if (fault.retryAfter() != null) headers.put("Retry-After", fault.retryAfter());
    Response answer = statusAnswer(fault);
    for (Map.Entry<String, String> header : headers.entrySet()) {
      answer = answer.withHeader(header.getKey(), header.getValue());
    }
    return answer;
  }

  private static Response statusAnswer(Fault fault) {
    String body = fault.body();
    if (body == null) {
      return ErrorTable.plain(fault.status(), "Injected fault: status " + fault.status());
    }
    Response answer =
        Response.of(fault.status(), "application/json", body.getBytes(StandardCharsets.UTF_8));
    return body.isEmpty() ? answer.withHeaders(Map.of()) : answer;
  }

  private Response delayed(Call call, Fault fault, Handler processing) throws IOException {
    if (fault.phase() != Fault.Phase.AFTER_COMMIT) {
      return call.request().after(fault.delay(), () -> processing.handle(call));
    }
    Response answer = processing.handle(call);
    return call.request().after(fault.delay(), () -> answer);
  }

  /** The same endpoints, where rules for their paths apply. */
  List<Endpoint> around(List<Endpoint> endpoints) {
    List<Endpoint> around = new ArrayList<>();
    for (Endpoint one : endpoints) {
      around.add(one.withHandler(call -> around(call, one.handler())));
    }
    return around;
  }
}
