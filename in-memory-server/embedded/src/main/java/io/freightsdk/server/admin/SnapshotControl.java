package io.freightsdk.server.admin;

import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.server.ServerSnapshot;
import io.freightsdk.server.http.Call;
import io.freightsdk.server.http.Input;
import io.freightsdk.server.http.JsonText;
import io.freightsdk.server.http.engine.Response;
import io.freightsdk.server.service.refusal.Refusal;
import io.freightsdk.server.service.refusal.Refusal.RefusedException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Saves moments of the server under names, and goes back to them. */
final class SnapshotControl {
  private static final int MOST_SNAPSHOTS = 100;

  private final InMemoryFreightServer server;

  /** By name, in the order in which they were taken. Guarded by itself. */
  private final Map<String, ServerSnapshot> snapshots = new LinkedHashMap<>();

  private int taken;

  SnapshotControl(InMemoryFreightServer server) {
    this.server = server;
  }

  /** Takes a snapshot under the given name, or under the next number that is no name of another. */
  Response take(Call call) throws IOException {
    String given = Input.of(call, "name").text("name");
    ServerSnapshot snapshot = server.snapshot();
    synchronized (snapshots) {
      String name = given == null ? nextNumber() : given;
      keep(name, snapshot);
      return JsonText.response(201, view(name, snapshot));
    }
  }

  private String nextNumber() {
    String number;
    do {
      number = Integer.toString(++taken);
    } while (snapshots.containsKey(number));
    return number;
  }

  private void keep(String name, ServerSnapshot snapshot) {
    if (name.isBlank()) throw Input.refused("name must not be blank");
    boolean isNew = !snapshots.containsKey(name);
    if (isNew && snapshots.size() == MOST_SNAPSHOTS) {
      throw Input.refused(MOST_SNAPSHOTS + " snapshots are kept; delete one first");
    }
    snapshots.put(name, snapshot);
  }

  Response list(Call call) {
    List<Map<String, @Nullable Object>> kept = new ArrayList<>();
    synchronized (snapshots) {
      snapshots.forEach((name, snapshot) -> kept.add(view(name, snapshot)));
    }
    return JsonText.response(200, JsonText.object("snapshots", kept));
  }

  Response restore(Call call) {
    ServerSnapshot snapshot = snapshot(call);
    server.restore(snapshot);
    return JsonText.response(200, view(call.parameter("name"), snapshot));
  }

  Response forget(Call call) {
    synchronized (snapshots) {
      snapshot(call);
      snapshots.remove(call.parameter("name"));
    }
    return AdminRoutes.ok();
  }

  private ServerSnapshot snapshot(Call call) {
    synchronized (snapshots) {
      ServerSnapshot snapshot = snapshots.get(call.parameter("name"));
      if (snapshot == null) throw new RefusedException(new Refusal.NotFound("No such snapshot"));
      return snapshot;
    }
  }

  private static Map<String, @Nullable Object> view(String name, ServerSnapshot snapshot) {
    return JsonText.object("name", name, "at", snapshot.at(), "loads", snapshot.loads());
  }
}
