package io.freightsdk.server.admin;

import io.freightsdk.model.LoadStatus;
import io.freightsdk.server.admin.AdminContext.DriveRequest;
import io.freightsdk.server.domain.ping.PingReader.RawPing;
import io.freightsdk.server.domain.trip.PlannedStop;
import io.freightsdk.server.domain.trip.Progress;
import io.freightsdk.server.domain.trip.Status;
import io.freightsdk.server.geo.Fix;
import io.freightsdk.server.http.JsonText;
import io.freightsdk.server.http.PingJson;
import io.freightsdk.server.http.RequestContext;
import io.freightsdk.server.http.engine.Response;
import io.freightsdk.server.service.FreightService;
import io.freightsdk.server.service.PingReceiver;
import io.freightsdk.server.service.StoredLoad;
import io.freightsdk.server.service.StoredLoad.LoadIds;
import io.freightsdk.server.service.refusal.RefusedException;
import io.freightsdk.server.view.FixExplanation;
import io.freightsdk.server.view.LoadView;
import io.freightsdk.server.view.PingResults;
import java.io.IOException;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The routes for loads and their trucks. */
final class LoadRoutes {
  private final AdminContext admin;
  private final FreightService service;

  LoadRoutes(AdminContext admin) {
    this.admin = admin;
    this.service = admin.service();
  }

  /** The load in the path. Responds with 404 if it does not exist. */
  private StoredLoad load(RequestContext context) {
    StoredLoad load = service.load(context.parameter("loadNumber"));
    if (load == null) throw RefusedException.loadNotFound();
    return load;
  }

  Response view(RequestContext context) {
    return response(load(context));
  }

  private Response response(StoredLoad load) {
    admin.clock().runDueTasks();
    return JsonText.response(200, json(load.view()));
  }

  /** A fix, with the member names of a phone's ping. */
  private static Map<String, @Nullable Object> json(Fix fix) {
    return JsonText.object(
        "ts", fix.time(), "lat", fix.coordinates().lat(), "lng", fix.coordinates().lng());
  }

  private static Map<String, @Nullable Object> json(LoadView load) {
    Map<String, @Nullable Object> tree = JsonText.members(load);
    if (load.lastFix() != null) tree.put("lastFix", json(load.lastFix()));
    return tree;
  }

  private static Map<String, @Nullable Object> json(FixExplanation explained) {
    Map<String, @Nullable Object> tree = json(explained.fix());
    tree.put("accuracyMeters", explained.fix().accuracyMeters());
    tree.put("accepted", explained.accepted());
    tree.put("reason", explained.refusal());
    tree.put("quality", explained.quality());
    tree.put("fences", explained.fences());
    tree.put("streak", explained.streak());
    tree.put("statusBefore", explained.before());
    tree.put("statusAfter", explained.after());
    tree.put("events", explained.events());
    return tree;
  }

  /** Lists the matching loads, newest first. */
  Response list(RequestContext context) {
    admin.clock().runDueTasks();
    LoadFilter filter = new LoadFilter(context);
    List<StoredLoad> matching =
        service.loads().newestFirst().stream().filter(filter::matches).toList();
    List<Map<String, @Nullable Object>> page =
        matching.stream()
            .skip(AdminInput.offset(context))
            .limit(AdminInput.limit(context))
            .map(load -> json(load.view()))
            .toList();
    return JsonText.ok("matching", matching.size(), "loads", page);
  }

  /**
   * Selects loads without creating their views.
   *
   * @param phoneEnd the last digits of a phone number, if {@code text} can be a phone number
   */
  private record LoadFilter(
      @Nullable String text,
      @Nullable String phoneEnd,
      @Nullable String status,
      @Nullable String brokerId) {
    private static final Pattern PHONE = Pattern.compile("[+0-9 ().-]+");

    private static final List<String> STATUSES =
        Stream.of(Status.values()).map(Status::name).toList();

    /** Fewer digits would match other loads by chance. */
    private static final int MIN_DIGITS = 4;

    LoadFilter(RequestContext context) {
      this(
          AdminInput.search(context, "q"),
          phoneEnd(AdminInput.search(context, "q")),
          AdminInput.oneOf(context, "status", STATUSES),
          AdminInput.search(context, "brokerId"));
    }

    private static @Nullable String phoneEnd(@Nullable String text) {
      if (text == null || !PHONE.matcher(text).matches()) return null;
      String digits = text.replaceAll("[^0-9]", "");
      return digits.length() < MIN_DIGITS ? null : digits;
    }

    boolean matches(StoredLoad load) {
      boolean brokerFits = brokerId == null || load.ids().brokerId().equalsIgnoreCase(brokerId);
      return brokerFits && load.read(trip -> fits(load, trip.progress()));
    }

    private boolean fits(StoredLoad load, Progress progress) {
      if (status != null && !progress.status().name().equals(status)) return false;
      LoadIds ids = load.ids();
      return text == null
          || (phoneEnd != null && load.order().driverPhone().endsWith(phoneEnd))
          || AdminInput.anyContains(text, ids.loadNumber(), load.order().customerRef())
          // The complete identifier, because many identifiers contain the same four digits.
          || text.equalsIgnoreCase(ids.loadId().toString())
          || text.equalsIgnoreCase(ids.brokerId())
          || progress.plan().stops().stream()
              .map(PlannedStop::address)
              .anyMatch(at -> AdminInput.anyContains(text, at.city() + ", " + at.state()));
    }
  }

  /** Explains each fix; with {@code after}, each fix later than this instant. */
  Response explain(RequestContext context) {
    StoredLoad load = load(context);
    String after = context.query("after");
    Instant since = after == null ? Instant.MIN : AdminInput.instant(after, "after");
    List<FixExplanation> all = load.explain();
    admin.clock().runDueTasks();
    List<FixExplanation> later = all.stream().filter(f -> f.fix().time().isAfter(since)).toList();
    return JsonText.ok(
        "loadNumber", load.ids().loadNumber(),
        "status", load.view().status(),
        "explained", all.size(),
        "fixes", later.stream().map(LoadRoutes::json).toList());
  }

  Response cancel(RequestContext context) {
    StoredLoad load = load(context);
    service.closing().cancel(load);
    return response(load);
  }

  Response deliver(RequestContext context) {
    StoredLoad load = load(context);
    service.closing().deliverByHand(load);
    return response(load);
  }

  Response setAwaitBol(RequestContext context) throws IOException {
    StoredLoad load = load(context);
    AdminInput input = AdminInput.of(context, "enabled");
    boolean enabled = input.required("enabled", input.bool("enabled"));
    service.closing().setAwaitsBol(load, enabled);
    return response(load);
  }

  Response setFenceRadius(RequestContext context) throws IOException {
    StoredLoad load = load(context);
    int sequence = stopSequence(context, load);
    AdminInput input = AdminInput.of(context, "radiusMeters");
    double meters = input.required("radiusMeters", input.number("radiusMeters"));
    load.change(trip -> trip.changeFenceRadius(sequence, meters));
    return response(load);
  }

  /** The sequence of the stop in the path. Responds with 404 if the load has no such stop. */
  private static int stopSequence(RequestContext context, StoredLoad load) {
    String sequence = context.parameter("sequence");
    for (LoadView.Stop stop : load.view().stops()) {
      if (sequence.equals(Integer.toString(stop.sequence()))) return stop.sequence();
    }
    throw RefusedException.notFound("No such stop");
  }

  Response receivePings(RequestContext context) throws IOException {
    StoredLoad load = load(context);
    if (!(context.json(AdminInput.MAX_UPLOAD_BYTES) instanceof List<?> pings)) {
      throw RefusedException.badRequest("the body must be a list of pings");
    }
    // All are read before the first is added: a refused body changes nothing.
    List<Optional<RawPing>> read = new ArrayList<>();
    for (Object ping : pings) {
      read.add(ping instanceof Map<?, ?> body ? Optional.of(ping(body)) : Optional.empty());
    }
    Instant now = admin.clock().now();
    PingResults results =
        PingReceiver.receiveEach(
            read,
            ping ->
                ping.isEmpty()
                    ? "not_an_object"
                    : service.pings().receiveInBulk(load, ping.get(), now).refusalCode());
    admin.clock().runDueTasks();
    return JsonText.response(200, results);
  }

  private static RawPing ping(Map<?, ?> body) {
    AdminInput.of(body, PingJson.MEMBERS);
    return PingJson.read(body);
  }

  /** Drives until a status, {@code DELIVERED} by default, or to the stop with this sequence. */
  Response drive(RequestContext context) throws IOException {
    StoredLoad load = load(context);
    AdminInput input = AdminInput.of(context, "until", "speedMph", "fixInterval");
    boolean isToStop = input.value("until") instanceof BigDecimal;
    admin
        .drive()
        .accept(
            new DriveRequest(
                load.ids().loadNumber(),
                isToStop ? input.integer("until") : null,
                isToStop ? null : status(input.text("until")),
                input.number("speedMph"),
                input.duration("fixInterval")));
    return response(service.requireLoad(load.ids().loadNumber()));
  }

  private static LoadStatus status(@Nullable String until) {
    return LoadStatus.of(until == null ? "DELIVERED" : until.toUpperCase(Locale.ROOT));
  }
}
