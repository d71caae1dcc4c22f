package io.freightsdk.server.http;

import io.freightsdk.server.http.engine.Response;
import io.freightsdk.server.service.LoadCreation.Outcome;
import io.freightsdk.server.service.LoadLinks;
import io.freightsdk.server.service.StoredLoad.LoadIds;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The responses of {@code createLoad}: {@code CreateLoadResult}, {@code DedupCreateLoadResult}. */
final class LoadCreationJson {
  private LoadCreationJson() {}

  /**
   * The response to a creation: 201 for a new load, 200 for the existing load of a customerRef. A
   * replay has the status of the first response under its key.
   */
  static Response response(Outcome outcome, LoadLinks links) {
    LoadIds load = outcome.load();
    String driver = load.driverToken();
    Map<String, @Nullable Object> body =
        JsonText.object(
            outcome.isExisting() ? "ok" : "success",
            true,
            "loadId",
            load.loadId(),
            "loadNumber",
            load.loadNumber(),
            "trackingLink",
            links.tracking(load.trackingToken()),
            "driverWebLink",
            links.driverWeb(driver),
            "driverAppLink",
            links.driverApp(driver));
    if (outcome.isExisting()) body.put("deduplicated", true);
    else body.put("driverResolution", outcome.resolution());
    String unresolved = outcome.unresolvedTruckNumber();
    if (unresolved != null) body.put("unresolvedTruckNumber", unresolved);
    return JsonText.response(outcome.isExisting() ? 200 : 201, body);
  }
}
