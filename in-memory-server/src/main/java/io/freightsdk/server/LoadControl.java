package io.freightsdk.server;

import io.freightsdk.server.http.Answer;
import io.freightsdk.server.http.Call;
import io.freightsdk.server.json.JsonObjects;
import io.freightsdk.server.service.load.Load;
import io.freightsdk.server.view.FixExplanation;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Looking at loads, and ending them. */
final class LoadControl {
  private final InMemoryFreightServer server;
  private final Known known;

  LoadControl(InMemoryFreightServer server, Known known) {
    this.server = server;
    this.known = known;
  }

  Answer view(Call call) {
    return json(server.load(known.loadNumber(call)).view());
  }

  /** The loads created last, the newest first. */
  Answer list(Call call) {
    List<Map<String, @Nullable Object>> loads = new ArrayList<>();
    for (LoadView load : server.loads(Input.limit(call))) loads.add(tree(load));
    return Answer.json(200, JsonObjects.object("loads", loads));
  }

  Answer explain(Call call) {
    String loadNumber = known.loadNumber(call);
    return Answer.json(
        200,
        JsonObjects.object(
            "loadNumber",
            loadNumber,
            "status",
            server.load(loadNumber).status(),
            "fixes",
            server.load(loadNumber).explain().stream().map(LoadControl::json).toList()));
  }

  Answer cancel(Call call) {
    String loadNumber = known.loadNumber(call);
    return json(server.load(loadNumber).cancel().view());
  }

  Answer awaitBol(Call call) throws IOException {
    String loadNumber = known.loadNumber(call);
    Input input = Input.of(call);
    boolean enabled = input.required("enabled", input.flag("enabled"));
    return json(server.load(loadNumber).awaitBol(enabled).view());
  }

  Answer fenceRadius(Call call) throws IOException {
    Load load = known.load(call);
    int sequence = Known.stopSequence(call, load);
    Input input = Input.of(call);
    String loadNumber = load.ids().loadNumber();
    double meters = input.required("radiusMeters", input.number("radiusMeters"));
    return json(server.load(loadNumber).fenceRadius(sequence, meters).view());
  }

  static Answer json(LoadView load) {
    return Answer.json(200, tree(load));
  }

  private static Map<String, @Nullable Object> tree(LoadView load) {
    return JsonObjects.object(
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
        "stops", load.stops().stream().map(LoadControl::json).toList());
  }

  private static Map<String, @Nullable Object> json(LoadView.Stop stop) {
    return JsonObjects.object(
        "sequence", stop.sequence(),
        "type", stop.type(),
        "city", stop.city(),
        "state", stop.state(),
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

  private static Map<String, @Nullable Object> json(FixExplanation explained) {
    FixExplanation.FixStreak streak = explained.streak();
    return JsonObjects.object(
        "ts", explained.fix().time(),
        "lat", explained.fix().at().lat(),
        "lng", explained.fix().at().lng(),
        "accuracyMeters", explained.fix().accuracyMeters(),
        "accepted", explained.accepted(),
        "reason", explained.refusal(),
        "quality", explained.quality(),
        "fences", explained.fences().stream().map(LoadControl::json).toList(),
        "streak", streak == null ? null : json(streak),
        "statusBefore", explained.before(),
        "statusAfter", explained.after(),
        "events", explained.events());
  }

  private static Map<String, @Nullable Object> json(FixExplanation.FenceDistance fence) {
    return JsonObjects.object(
        "sequence", fence.sequence(), "meters", fence.meters(), "side", fence.side());
  }

  private static Map<String, @Nullable Object> json(FixExplanation.FixStreak streak) {
    return JsonObjects.object(
        "kind", streak.kind(),
        "sequence", streak.sequence(),
        "fixes", streak.fixes(),
        "since", streak.since());
  }
}
