package io.freightsdk.server.admin;

import io.freightsdk.model.Operation;
import io.freightsdk.server.fault.Fault;
import io.freightsdk.server.http.ControlInput;
import io.freightsdk.server.http.JsonText;
import io.freightsdk.server.service.FaultPlan;
import io.freightsdk.server.service.FaultPlan.FaultRule;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads a request to the test control for a fault, and shows what is planned. */
final class FaultRequest {
  private static final Duration DEFAULT_DELAY = Duration.ofSeconds(1);

  private static final List<String> MEMBERS =
      List.of(
          "operation brokerId kind phase status delay retryAfter body headers times".split(" "));

  private FaultRequest() {}

  static FaultRule plan(Map<?, ?> body, FaultPlan faults) {
    ControlInput input = ControlInput.of(body, MEMBERS);
    Integer times = input.integer("times");
    return faults.rule(
        operation(input), input.text("brokerId"), fault(input), times == null ? 1 : times);
  }

  private static @Nullable Operation operation(ControlInput input) {
    String id = input.text("operation");
    return id == null || id.equals("*") ? null : Operation.ofId(id);
  }

  private static Fault fault(ControlInput input) {
    Fault.Kind kind = named(Fault.Kind.values(), "kind", input.requiredText("kind"));
    boolean refuses = kind == Fault.Kind.STATUS || kind == Fault.Kind.BILLING_UNAVAILABLE;
    expectNo(input, kind, kind == Fault.Kind.DELAY, "delay");
    expectNo(input, kind, kind == Fault.Kind.STATUS, "status");
    expectNo(input, kind, refuses, "retryAfter");
    String given = input.text("phase");
    Fault.Phase phase = given == null ? null : named(Fault.Phase.values(), "phase", given);
    boolean afterCommit = phase == Fault.Phase.AFTER_COMMIT;
    Fault fault =
        switch (kind) {
          case BILLING_UNAVAILABLE -> Fault.billingUnavailable();
          case STATUS -> statusFault(input.integer("status"), afterCommit);
          case DELAY ->
              afterCommit ? Fault.delayAfterCommit(delay(input)) : Fault.delay(delay(input));
          case CLOSE -> afterCommit ? Fault.closeAfterCommit() : Fault.closeBeforeProcessing();
          case TRUNCATE_BODY -> Fault.truncateBody();
          case MALFORMED_JSON -> Fault.malformedJson();
          case RESET -> afterCommit ? Fault.resetAfterCommit() : Fault.reset();
          case RANDOM_BYTES -> Fault.randomBytes();
        };
    if (phase != null && phase != fault.phase()) {
      throw ControlInput.refused("a fault " + kind + " has the phase " + fault.phase());
    }
    String body = body(input);
    if (body != null) fault = fault.withBody(body);
    for (Map.Entry<String, String> header : headers(input).entrySet()) {
      fault = fault.withHeader(header.getKey(), header.getValue());
    }
    String retryAfter = retryAfter(input);
    return retryAfter == null ? fault : fault.withRetryAfter(retryAfter);
  }

  /** Of what a kind does not have nothing may be given: it would be without effect. */
  private static void expectNo(
      ControlInput input, Fault.Kind kind, boolean isKnown, String... members) {
    for (String member : members) {
      if (isKnown || input.raw(member) == null) continue;
      throw ControlInput.refused("a fault " + kind + " has no " + member);
    }
  }

  /** A text as it is, or an object or a list as JSON. */
  private static @Nullable String body(ControlInput input) {
    Object given = input.raw("body");
    if (given == null || given instanceof String) return input.text("body");
    if (given instanceof Map || given instanceof List) {
      return new String(JsonText.write(given), StandardCharsets.UTF_8);
    }
    throw ControlInput.refused("body must be a text, or an object or a list to be sent as JSON");
  }

  private static Map<String, String> headers(ControlInput input) {
    Object given = input.raw("headers");
    if (given == null) return Map.of();
    if (!(given instanceof Map<?, ?> named)) {
      throw ControlInput.refused("headers must be an object of names and their values");
    }
    ControlInput values = ControlInput.ofAnyNames(named);
    Map<String, String> headers = new LinkedHashMap<>();
    for (Object key : named.keySet()) {
      String name = String.valueOf(key);
      headers.put(name, values.required(name, values.text(name)));
    }
    return headers;
  }

  private static Fault statusFault(@Nullable Integer given, boolean afterCommit) {
    if (given == null) {
      throw ControlInput.refused("a fault STATUS needs the status to answer with, such as 500");
    }
    return afterCommit ? Fault.statusAfterCommit(given) : Fault.status(given);
  }

  private static Duration delay(ControlInput input) {
    Duration given = input.duration("delay");
    return given == null ? DEFAULT_DELAY : given;
  }

  /** Seconds as a number, or the header's text. */
  private static @Nullable String retryAfter(ControlInput input) {
    Object given = input.raw("retryAfter");
    return given == null || given instanceof String
        ? input.text("retryAfter")
        : String.valueOf(input.integer("retryAfter"));
  }

  private static <E extends Enum<E>> E named(E[] all, String member, String name) {
    for (E one : all) {
      if (one.name().equals(name.toUpperCase(Locale.ROOT))) return one;
    }
    throw ControlInput.refused(member + " must be one of " + Arrays.toString(all));
  }

  /** A planned fault with all that was given for it; null for what its kind does not have. */
  static Map<String, @Nullable Object> view(FaultRule rule) {
    Operation operation = rule.operation();
    Fault fault = rule.fault();
    boolean isStatus = fault.kind() == Fault.Kind.STATUS;
    boolean isDelay = fault.kind() == Fault.Kind.DELAY;
    return JsonText.object(
        "id", rule.id(),
        "operation", operation == null ? "*" : operation.id(),
        "brokerId", rule.brokerId(),
        "kind", fault.kind(),
        "phase", fault.phase(),
        "status", isStatus ? fault.status() : null,
        "delay", isDelay ? fault.delay().toString() : null,
        "retryAfter", fault.retryAfter(),
        "body", fault.body(),
        "headers", isStatus ? fault.headers() : null,
        "when", rule.when());
  }
}
