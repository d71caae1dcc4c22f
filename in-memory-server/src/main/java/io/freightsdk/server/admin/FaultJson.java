package io.freightsdk.server.admin;

import io.freightsdk.model.Operation;
import io.freightsdk.server.fault.Fault;
import io.freightsdk.server.fault.Fault.Kind;
import io.freightsdk.server.fault.Fault.Phase;
import io.freightsdk.server.http.JsonText;
import io.freightsdk.server.service.FaultPlan;
import io.freightsdk.server.service.FaultPlan.FaultRule;
import io.freightsdk.server.service.refusal.RefusedException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Plans faults that are read from JSON, and writes planned faults as JSON. */
final class FaultJson {
  private static final List<String> MEMBERS =
      List.of(
          "operation kind times status delay phase retryAfter body headers brokerId".split(" "));

  private static final List<String> OPERATIONS =
      Stream.concat(Stream.of("*"), Stream.of(Operation.values()).map(Operation::id)).toList();

  private FaultJson() {}

  /** Plans the fault that {@code body} describes, for one call by default. Returns its rule. */
  static FaultRule plan(Map<?, ?> body, FaultPlan faults) {
    AdminInput input = AdminInput.of(body, MEMBERS);
    Integer times = input.integer("times");
    return faults.addRule(
        operation(input), input.text("brokerId"), fault(input), times == null ? 1 : times);
  }

  private static @Nullable Operation operation(AdminInput input) {
    String id = input.oneOf("operation", OPERATIONS);
    return id == null || id.equals("*") ? null : Operation.ofId(id);
  }

  private static Fault fault(AdminInput input) {
    Kind kind = Kind.valueOf(input.required("kind", input.oneOf("kind", names(Kind.values()))));
    String phase = input.oneOf("phase", names(Phase.values()));
    Integer status = input.integer("status");
    if (kind == Kind.STATUS) input.required("status", status);
    Duration delay = input.duration("delay");
    if (delay == null) delay = kind == Kind.DELAY ? Duration.ofSeconds(1) : Duration.ZERO;
    return new Fault(
        kind,
        phase == null ? defaultPhase(kind) : Phase.valueOf(phase),
        status == null ? 0 : status,
        delay,
        retryAfter(input),
        body(input),
        headers(input));
  }

  private static List<String> names(Enum<?>... all) {
    return Stream.of(all).map(Enum::name).toList();
  }

  private static Phase defaultPhase(Kind kind) {
    return switch (kind) {
      case BILLING_UNAVAILABLE, STATUS, DELAY, CLOSE, RESET -> Phase.BEFORE_PROCESSING;
      case TRUNCATE_BODY, MALFORMED_JSON, RANDOM_BYTES -> Phase.AFTER_COMMIT;
    };
  }

  /** A number of seconds, or the text of the header. */
  private static @Nullable String retryAfter(AdminInput input) {
    boolean isNumber = input.value("retryAfter") instanceof BigDecimal;
    return isNumber ? String.valueOf(input.integer("retryAfter")) : input.text("retryAfter");
  }

  /** A string as it is, or an object or array as JSON. */
  private static @Nullable String body(AdminInput input) {
    Object given = input.value("body");
    boolean isTree = given instanceof Map || given instanceof List;
    return isTree ? new String(JsonText.write(given), StandardCharsets.UTF_8) : input.text("body");
  }

  private static Map<String, String> headers(AdminInput input) {
    Object given = input.value("headers");
    if (given == null) return Map.of();
    if (!(given instanceof Map<?, ?> named)) {
      throw RefusedException.badRequest("headers must be an object of names and their values");
    }
    AdminInput values = AdminInput.ofAnyNames(named);
    Map<String, String> headers = new LinkedHashMap<>();
    for (Object key : named.keySet()) {
      String name = String.valueOf(key);
      headers.put(name, values.requiredText(name));
    }
    return headers;
  }

  /** A planned fault with all members. A member that its kind does not have is null. */
  static Map<String, @Nullable Object> view(FaultRule rule) {
    Fault fault = rule.fault();
    boolean isStatus = fault.kind() == Kind.STATUS;
    return JsonText.object(
        "id", rule.id(),
        "operation", rule.operation() == null ? "*" : rule.operation(),
        "brokerId", rule.brokerId(),
        "kind", fault.kind(),
        "phase", fault.phase(),
        "status", isStatus ? fault.status() : null,
        "delay", fault.kind() == Kind.DELAY ? fault.delay() : null,
        "retryAfter", fault.retryAfter(),
        "body", fault.body(),
        "headers", isStatus ? fault.headers() : null,
        "when", rule.describeRemaining());
  }
}
