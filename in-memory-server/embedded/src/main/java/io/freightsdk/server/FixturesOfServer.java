package io.freightsdk.server;

import io.freightsdk.model.Operation;
import io.freightsdk.server.domain.trip.Fence;
import io.freightsdk.server.domain.trip.PlannedStop;
import io.freightsdk.server.domain.trip.Progress;
import io.freightsdk.server.domain.trip.Trip;
import io.freightsdk.server.geo.Fix;
import io.freightsdk.server.http.JsonText;
import io.freightsdk.server.service.Account;
import io.freightsdk.server.service.Store;
import io.freightsdk.server.service.TrackedLoad;
import io.freightsdk.server.service.account.AgentKeys.AgentKey;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What a server holds, as the content of a file of {@link Fixtures}: its brokers have the balance
 * that they had before their loads were paid.
 */
final class FixturesOfServer {
  private final Store store;
  private final Map<String, String> keys;
  private final Instant now;

  private FixturesOfServer(ServerSnapshot moment) {
    this.store = moment.service.store();
    this.keys = moment.brokers.keys();
    this.now = moment.at();
  }

  static Map<String, @Nullable Object> at(ServerSnapshot moment) {
    return new FixturesOfServer(moment).content();
  }

  private Map<String, @Nullable Object> content() {
    List<Map<String, @Nullable Object>> trucks = new ArrayList<>();
    for (String number : new TreeSet<>(store.trucks())) {
      trucks.add(JsonText.object("truckNumber", number));
    }
    Map<String, List<TrackedLoad>> loads = new HashMap<>();
    for (TrackedLoad load : store.loads().inOrder()) {
      loads.computeIfAbsent(load.ids().brokerId(), id -> new ArrayList<>()).add(load);
    }
    List<Map<String, @Nullable Object>> brokers = new ArrayList<>();
    // Identifiers are another server's; addresses stay.
    List<Account> accounts = new ArrayList<>(store.brokers().values());
    accounts.sort(Comparator.comparing(Account::email).thenComparing(Account::brokerId));
    for (Account account : accounts) {
      brokers.add(broker(account, loads.getOrDefault(account.brokerId(), List.of())));
    }
    return JsonText.object("prices", store.prices().all(), "trucks", trucks, "brokers", brokers);
  }

  private Map<String, @Nullable Object> broker(Account account, List<TrackedLoad> loads) {
    String key = keys.get(account.brokerId());
    AgentKey grant = key == null ? null : store.keys().find(key);
    BigDecimal paid =
        store.prices().of(Operation.CREATE_LOAD).multiply(BigDecimal.valueOf(loads.size()));
    Map<String, String> idempotencyKeys = account.idempotencyKeys(now);
    List<Map<String, @Nullable Object>> described = new ArrayList<>();
    for (TrackedLoad load : loads) {
      String number = load.ids().loadNumber();
      described.add(
          present(
              "order", order(load),
              "idempotencyKey", idempotencyKeys.get(number),
              "awaitsBol", load.withTrip(trip -> awaitsBol(trip.progress())),
              "fixes", load.withTrip(FixturesOfServer::fixes)));
    }
    return present(
        "email",
        account.email(),
        "balanceUsd",
        account.balanceUsd().add(paid).toPlainString(),
        "registered",
        account.registered(),
        // A key that was revoked is no beginning.
        "agentKey",
        grant == null ? null : key,
        "scopes",
        grant == null ? null : names(grant),
        "keys",
        laterKeys(account, key),
        "loads",
        described);
  }

  /** The keys besides the first one; null for none. */
  private @Nullable List<Map<String, @Nullable Object>> laterKeys(
      Account account, @Nullable String first) {
    List<Map<String, @Nullable Object>> later = new ArrayList<>();
    store
        .keys()
        .ofBroker(account.brokerId())
        .forEach(
            (key, grant) -> {
              if (key.equals(first)) return;
              later.add(JsonText.object("agentKey", key, "scopes", names(grant)));
            });
    return later.isEmpty() ? null : later;
  }

  private static Set<String> names(AgentKey grant) {
    Set<String> names = new TreeSet<>();
    grant.scopes().forEach(scope -> names.add(scope.value()));
    return names;
  }

  private static Map<String, @Nullable Object> order(TrackedLoad load) {
    List<Map<String, @Nullable Object>> pickups = new ArrayList<>();
    List<Map<String, @Nullable Object>> deliveries = new ArrayList<>();
    for (PlannedStop stop : load.withTrip(trip -> trip.progress().plan().stops())) {
      (stop.isPickup() ? pickups : deliveries).add(stop(stop));
    }
    LoadView.Order order = LoadView.Order.of(load);
    return present(
        "driverPhone", order.driverPhone(),
        "pickups", pickups,
        "deliveries", deliveries,
        "shipperName", order.shipperName(),
        "carrierName", order.carrierName(),
        "truckNumber", order.truckNumber(),
        "equipmentType", order.equipmentType(),
        "weight", order.weight(),
        "rate", order.rate(),
        "miles", order.miles(),
        "customerRef", order.customerRef());
  }

  private static Map<String, @Nullable Object> stop(PlannedStop stop) {
    PlannedStop.Address at = stop.address();
    Fence fence = stop.isExact() ? stop.fence() : null;
    return present(
        "address", at.street(),
        "city", at.city(),
        "state", at.state(),
        "zip", at.zip(),
        "facilityName", at.ownFacilityName(),
        "date", stop.windowFrom(),
        "lat", fence == null ? null : fence.center().lat(),
        "lng", fence == null ? null : fence.center().lng());
  }

  /** Null for a load that its arrival has delivered, or will. */
  private static @Nullable Boolean awaitsBol(Progress progress) {
    boolean waits =
        progress.plan().awaitsBol() && progress.deliveredBy() != Progress.DeliveredBy.ARRIVAL;
    return waits ? true : null;
  }

  /** Those that a load which has only these takes: a late one may have ended it before others. */
  private static @Nullable List<Map<String, @Nullable Object>> fixes(Trip trip) {
    List<Fix> track = trip.track().latest(trip.track().size());
    if (track.isEmpty()) return null;
    Instant end = trip.progress().trackingEndsAt();
    List<Map<String, @Nullable Object>> fixes = new ArrayList<>(track.size());
    for (Fix fix : track) {
      if (end != null && fix.time().isAfter(end)) break;
      Double mph = fix.speedMph();
      fixes.add(
          present(
              "lat", fix.at().lat(),
              "lng", fix.at().lng(),
              "accuracy", fix.accuracyMeters(),
              "speed", mph == null ? null : mph / Fix.MPH_PER_METER_PER_SECOND,
              "heading", fix.heading(),
              "timestamp", fix.time()));
    }
    return fixes;
  }

  /** An object without the members that are null. */
  private static Map<String, @Nullable Object> present(@Nullable Object... namesAndValues) {
    Map<String, @Nullable Object> all = new LinkedHashMap<>();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      if (namesAndValues[i + 1] == null) continue;
      all.put(String.valueOf(namesAndValues[i]), namesAndValues[i + 1]);
    }
    return all;
  }
}
