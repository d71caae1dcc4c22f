package io.freightsdk.server.admin;

import io.freightsdk.server.LoadView;
import io.freightsdk.server.PingResults;
import io.freightsdk.server.geo.Fix;
import io.freightsdk.server.http.JsonText;
import io.freightsdk.server.view.FixExplanation;
import io.freightsdk.server.view.FixExplanation.FenceDistance;
import io.freightsdk.server.view.FixExplanation.FixStreak;
import io.freightsdk.server.view.LedgerEntry;
import io.freightsdk.server.view.RecordedRequest;
import io.freightsdk.server.view.Sms;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The JSON of what the test control shows, member by member: a native image has no reflection. */
public final class ControlJson {
  private ControlJson() {}

  static <T> List<Map<String, @Nullable Object>> all(
      List<T> values, Function<T, Map<String, @Nullable Object>> tree) {
    return values.stream().map(tree).toList();
  }

  public static Map<String, @Nullable Object> load(LoadView load) {
    return JsonText.object(
        "loadNumber", load.loadNumber(),
        "loadId", load.loadId(),
        "brokerId", load.brokerId(),
        "status", load.status(),
        "createdAt", load.createdAt(),
        "deliveredAt", load.deliveredAt(),
        "trackingToken", load.trackingToken(),
        "driverToken", load.driverToken(),
        "driverJoined", load.driverJoined(),
        "bolReceivedAt", load.bolReceivedAt(),
        "bolMissing", load.bolMissing(),
        "pingCount", load.pingCount(),
        "distanceMiles", load.distanceMiles(),
        "lastFix", load.lastFix() == null ? null : fix(load.lastFix()),
        "order", order(load.order()),
        "stops", all(load.stops(), ControlJson::stop));
  }

  private static Map<String, @Nullable Object> fix(Fix fix) {
    return JsonText.object("ts", fix.time(), "lat", fix.at().lat(), "lng", fix.at().lng());
  }

  private static Map<String, @Nullable Object> order(LoadView.Order order) {
    return JsonText.object(
        "driverPhone", order.driverPhone(),
        "customerRef", order.customerRef(),
        "shipperName", order.shipperName(),
        "carrierName", order.carrierName(),
        "truckNumber", order.truckNumber(),
        "equipmentType", order.equipmentType(),
        "weight", order.weight(),
        "rate", order.rate(),
        "miles", order.miles());
  }

  private static Map<String, @Nullable Object> stop(LoadView.Stop stop) {
    return JsonText.object(
        "sequence", stop.sequence(),
        "type", stop.type(),
        "address", stop.address(),
        "city", stop.city(),
        "state", stop.state(),
        "zip", stop.zip(),
        "facilityName", stop.facilityName(),
        "lat", stop.lat(),
        "lng", stop.lng(),
        "geocodePrecision", stop.geocodePrecision(),
        "radiusMeters", stop.radiusMeters(),
        "windowFrom", stop.windowFrom(),
        "windowTo", stop.windowTo(),
        "arrivedAt", stop.arrivedAt(),
        "departedAt", stop.departedAt(),
        "missed", stop.missed());
  }

  static Map<String, @Nullable Object> explained(FixExplanation fix) {
    return JsonText.object(
        "ts", fix.fix().time(),
        "lat", fix.fix().at().lat(),
        "lng", fix.fix().at().lng(),
        "accuracyMeters", fix.fix().accuracyMeters(),
        "accepted", fix.accepted(),
        "reason", fix.refusal(),
        "quality", fix.quality(),
        "fences", all(fix.fences(), ControlJson::fence),
        "streak", fix.streak() == null ? null : streak(fix.streak()),
        "statusBefore", fix.before(),
        "statusAfter", fix.after(),
        "events", fix.events());
  }

  private static Map<String, @Nullable Object> fence(FenceDistance fence) {
    return JsonText.object(
        "sequence", fence.sequence(),
        "meters", fence.meters(),
        "side", fence.side(),
        "geocodePrecision", fence.geocodePrecision());
  }

  private static Map<String, @Nullable Object> streak(FixStreak streak) {
    return JsonText.object(
        "kind", streak.kind(),
        "sequence", streak.sequence(),
        "fixes", streak.fixes(),
        "since", streak.since());
  }

  static Map<String, @Nullable Object> outcomes(PingResults outcomes) {
    return JsonText.object(
        "accepted",
        outcomes.accepted(),
        "refused",
        all(
            outcomes.refused(),
            fix -> JsonText.object("index", fix.index(), "reason", fix.reason())));
  }

  static Map<String, @Nullable Object> entry(LedgerEntry entry) {
    return JsonText.object(
        "at", entry.at(),
        "type", entry.type(),
        "operation", entry.operation(),
        "amountUsd", entry.amountUsd(),
        "balanceAfterUsd", entry.balanceAfterUsd(),
        "loadNumber", entry.loadNumber(),
        "idempotencyKey", entry.idempotencyKey(),
        "requestId", entry.requestId());
  }

  /** A request; {@code charge} is its entry in the ledger, null when it moved no money. */
  static Map<String, @Nullable Object> request(
      RecordedRequest request, @Nullable LedgerEntry charge) {
    return JsonText.object(
        "chargeUsd", charge == null ? null : charge.signedAmountUsd().negate(),
        "balanceAfterUsd", charge == null ? null : charge.balanceAfterUsd(),
        "loadNumber", charge == null ? null : charge.loadNumber(),
        "sequence", request.sequence(),
        "requestId", request.requestId(),
        "at", request.at(),
        "connectionId", request.connectionId(),
        "method", request.method(),
        "path", request.path(),
        "operation", request.operation(),
        "brokerId", request.brokerId(),
        "idempotencyKey", request.idempotencyKey(),
        "body", request.body(),
        "status", request.status(),
        "fault", request.fault(),
        "note", request.note());
  }

  static Map<String, @Nullable Object> message(Sms sms) {
    return JsonText.object(
        "at", sms.at(),
        "phone", sms.phone(),
        "loadNumber", sms.loadNumber(),
        "text", sms.text(),
        "link", sms.link());
  }
}
