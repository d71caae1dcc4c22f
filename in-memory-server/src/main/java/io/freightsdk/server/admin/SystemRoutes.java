package io.freightsdk.server.admin;

import io.freightsdk.model.Operation;
import io.freightsdk.server.fault.Fault;
import io.freightsdk.server.http.JarResource;
import io.freightsdk.server.http.JsonText;
import io.freightsdk.server.http.RequestContext;
import io.freightsdk.server.http.engine.Response;
import io.freightsdk.server.service.Account;
import io.freightsdk.server.service.refusal.RefusedException;
import io.freightsdk.server.time.VirtualClock;
import io.freightsdk.server.view.LedgerEntry;
import io.freightsdk.server.view.RecordedRequest;
import io.freightsdk.server.view.Sms;
import java.io.IOException;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The routes for time, prices, faults, recorded requests and text messages. */
final class SystemRoutes {
  private final AdminContext admin;

  SystemRoutes(AdminContext admin) {
    this.admin = admin;
  }

  Response reset(RequestContext context) {
    admin.reset().run();
    return AdminRoutes.ok();
  }

  Response clock(RequestContext context) {
    return JsonText.ok("now", admin.clock().now(), "pace", admin.clock().scale());
  }

  Response moveClock(RequestContext context) throws IOException {
    AdminInput input = AdminInput.of(context, "advance", "set", "pace");
    Duration advance = input.duration("advance");
    Instant set = input.instant("set");
    Double pace = input.number("pace");
    long given = Stream.of(advance, set, pace).filter(Objects::nonNull).count();
    if (given != 1) {
      throw RefusedException.badRequest(
          "give one of advance, such as PT15M, set, an instant, and pace, seconds a second");
    }
    if (pace != null && !(pace >= 0 && pace <= VirtualClock.MAX_SCALE)) {
      throw RefusedException.badRequest("pace " + pace + " is not in 0..1000000");
    }
    if (pace != null) admin.clock().changeScale(pace);
    if (advance != null) admin.clock().advance(advance);
    if (set != null) admin.clock().set(set);
    return clock(context);
  }

  Response prices(RequestContext context) {
    Map<String, BigDecimal> prices = admin.service().accounts().prices().all();
    return JsonText.ok("currency", "USD", "prices", prices);
  }

  /** Accepts {@code {"load_create": 0.70}}, or the same under {@code prices} as in the response. */
  Response changePrices(RequestContext context) throws IOException {
    Map<?, ?> body = context.jsonObject();
    if (body.get("prices") instanceof Map<?, ?> inner) {
      var unused = AdminInput.of(body, List.of("prices"));
      body = inner;
    }
    AdminInput prices = AdminInput.ofAnyNames(body);
    Map<String, BigDecimal> changes = new LinkedHashMap<>();
    for (Object key : body.keySet()) {
      String name = String.valueOf(key);
      changes.put(name, prices.required(name, prices.usd(name)));
    }
    admin.service().accounts().prices().change(changes);
    return prices(context);
  }

  Response addFault(RequestContext context) throws IOException {
    return JsonText.response(
        201, FaultJson.view(FaultJson.plan(context.jsonObject(), admin.faults())));
  }

  Response clearFaults(RequestContext context) {
    admin.faults().clear();
    return AdminRoutes.ok();
  }

  /**
   * Lists the latest matching requests, oldest first. {@code before} selects an earlier page by its
   * sequence.
   */
  Response requests(RequestContext context) {
    String before = context.query("before");
    long end = before == null ? Long.MAX_VALUE : AdminInput.wholeNumber(before, "before");
    RequestFilter filter =
        new RequestFilter(context, findPayingRequestIds(AdminInput.search(context, "q")));
    List<RecordedRequest> matching = admin.journal().matching(filter::matches);
    List<RecordedRequest> earlier =
        matching.stream().filter(request -> request.sequence() < end).toList();
    List<RecordedRequest> page = AdminInput.newest(earlier, 0, AdminInput.limit(context));
    return JsonText.ok(
        "total", admin.journal().total(),
        "matching", matching.size(),
        "requests", withCharges(page));
  }

  /** The requests with their charges and the balances after them. */
  private List<Map<String, @Nullable Object>> withCharges(List<RecordedRequest> requests) {
    Map<String, LedgerEntry> charges = charges(requests);
    List<Map<String, @Nullable Object>> trees = new ArrayList<>();
    for (RecordedRequest request : requests) {
      Map<String, @Nullable Object> tree = withCharge(request, charges.get(request.requestId()));
      tree.remove("responseBody"); // a hundred responses would be half a megabyte
      trees.add(tree);
    }
    return trees;
  }

  private static Map<String, @Nullable Object> withCharge(
      RecordedRequest request, @Nullable LedgerEntry charge) {
    Map<String, @Nullable Object> tree = JsonText.members(request);
    tree.put("chargeUsd", charge == null ? null : charge.signedAmountUsd().negate());
    tree.put("balanceAfterUsd", charge == null ? null : charge.balanceAfterUsd());
    tree.put("loadNumber", charge == null ? null : charge.loadNumber());
    return tree;
  }

  private Map<String, LedgerEntry> charges(List<RecordedRequest> requests) {
    Set<String> requestIds = new HashSet<>();
    Set<String> brokers = new HashSet<>();
    for (RecordedRequest request : requests) {
      requestIds.add(request.requestId());
      if (request.brokerId() != null) brokers.add(request.brokerId());
    }
    Map<String, LedgerEntry> charges = new HashMap<>();
    for (String brokerId : brokers) {
      Account account = admin.service().accounts().find(brokerId);
      if (account == null) continue;
      for (LedgerEntry charge : account.entries(entry -> belongsToRequest(entry, requestIds))) {
        charges.put(charge.requestId(), charge);
      }
    }
    return charges;
  }

  private static boolean belongsToRequest(LedgerEntry entry, Set<String> requestIds) {
    return entry.requestId() != null && requestIds.contains(entry.requestId());
  }

  Response request(RequestContext context) {
    RecordedRequest request = admin.journal().find(context.parameter("requestId"));
    if (request == null) {
      throw RefusedException.notFound("No such request, or it is no longer kept");
    }
    LedgerEntry charge = charges(List.of(request)).get(request.requestId());
    return JsonText.response(200, withCharge(request, charge));
  }

  /** The ids of requests that paid for a load whose number contains {@code text}. */
  private Set<String> findPayingRequestIds(@Nullable String text) {
    Set<String> paid = new HashSet<>();
    if (text == null || !text.startsWith("ld-")) return paid;
    for (Account account : admin.service().accounts().all()) {
      for (LedgerEntry charge : account.entries(entry -> belongsToLoad(entry, text))) {
        paid.add(charge.requestId());
      }
    }
    return paid;
  }

  private static boolean belongsToLoad(LedgerEntry entry, String text) {
    return entry.requestId() != null && AdminInput.anyContains(text, entry.loadNumber());
  }

  /**
   * Selects requests of the journal.
   *
   * @param payingRequestIds the ids of the requests that paid for a load whose number contains the
   *     text
   */
  private record RequestFilter(
      @Nullable String text,
      @Nullable String operation,
      @Nullable String status,
      @Nullable String fault,
      Set<String> payingRequestIds) {
    private static final String ANY_FAULT = "any";
    private static final Pattern STATUS = Pattern.compile("0|[1-5](\\d\\d|xx)");
    private static final List<String> OPERATIONS =
        Stream.of(Operation.values()).map(Operation::id).toList();
    private static final List<String> FAULTS =
        Stream.concat(Stream.of(ANY_FAULT), Stream.of(Fault.Kind.values()).map(Enum::name))
            .toList();

    RequestFilter(RequestContext context, Set<String> payingRequestIds) {
      this(
          AdminInput.search(context, "q"),
          AdminInput.oneOf(context, "operation", OPERATIONS),
          status(context),
          AdminInput.oneOf(context, "fault", FAULTS),
          payingRequestIds);
    }

    private static @Nullable String status(RequestContext context) {
      String given = AdminInput.search(context, "status");
      if (given == null || STATUS.matcher(given).matches()) return given;
      throw RefusedException.badRequest(
          "status must be a status such as 402, 4xx, or 0 for no response");
    }

    boolean matches(RecordedRequest request) {
      Operation called = request.operation();
      Fault.Kind met = request.fault();
      boolean operationFits =
          operation == null || (called != null && called.id().equals(operation));
      boolean faultFits =
          fault == null || (met != null && (fault.equals(ANY_FAULT) || met.name().equals(fault)));
      return operationFits && faultFits && statusFits(request.status()) && textFits(request);
    }

    /** Compares with a status such as 402, or with a class such as 4xx. */
    private boolean statusFits(int received) {
      if (status == null) return true;
      String wanted = status.endsWith("xx") ? status.substring(0, 1) : status;
      return Integer.toString(received).startsWith(wanted);
    }

    private boolean textFits(RecordedRequest request) {
      if (text == null || payingRequestIds.contains(request.requestId())) return true;
      return AdminInput.anyContains(
          text,
          request.requestId(),
          request.method() + " " + request.path(),
          request.brokerId(),
          request.idempotencyKey(),
          request.connectionId(),
          request.note(),
          request.body());
    }
  }

  Response faults(RequestContext context) {
    List<Map<String, @Nullable Object>> planned =
        admin.faults().planned().stream().map(FaultJson::view).toList();
    return JsonText.ok("faults", planned);
  }

  /** Removes the fault with the id in the path. Responds with 404 if there is none. */
  Response removeFault(RequestContext context) {
    if (!admin.faults().remove(AdminInput.wholeNumber(context.parameter("id"), "id"))) {
      throw RefusedException.notFound("No such fault");
    }
    return AdminRoutes.ok();
  }

  /** Lists the latest matching messages, oldest first. Skips the {@code offset} newest messages. */
  Response sms(RequestContext context) {
    String phone = context.query("phone");
    String text = AdminInput.search(context, "q");
    List<Sms> all = phone == null ? admin.sms().messages() : admin.sms().to(phone.trim());
    List<Sms> matching =
        all.stream()
            .filter(
                sms ->
                    text == null
                        || AdminInput.anyContains(text, sms.phone(), sms.text(), sms.loadNumber()))
            .toList();
    int limit = AdminInput.count(context, "limit", Integer.MAX_VALUE);
    List<Sms> page = AdminInput.newest(matching, AdminInput.offset(context), limit);
    return JsonText.ok(
        "matching", matching.size(),
        "messages", page.stream().map(SystemRoutes::message).toList());
  }

  private static Map<String, @Nullable Object> message(Sms sms) {
    Map<String, @Nullable Object> message = JsonText.members(sms);
    message.put("text", sms.text());
    return message;
  }

  Response openApi(RequestContext context) {
    byte[] yaml =
        JarResource.bytes(
            SystemRoutes.class.getResourceAsStream("admin-api.yaml"), "admin-api.yaml");
    return Response.of(200, "application/yaml", yaml);
  }
}
