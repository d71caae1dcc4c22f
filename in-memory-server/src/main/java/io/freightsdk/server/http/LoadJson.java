package io.freightsdk.server.http;

import io.freightsdk.model.CreateLoadResult;
import io.freightsdk.model.DedupCreateLoadResult;
import io.freightsdk.model.DriverResolution;
import io.freightsdk.server.http.engine.Response;
import io.freightsdk.server.service.Ids.Links;
import io.freightsdk.server.service.LoadCreation.Outcome;
import io.freightsdk.server.service.TrackedLoad.LoadIds;

/** Answers of a load creation (API description, sections 2.3 and 2.4). */
final class LoadJson {
  private LoadJson() {}

  static Response answer(Outcome outcome, Links links) {
    LoadIds load = outcome.load();
    String driver = load.driverToken();
    DriverResolution resolution = outcome.resolution();
    if (resolution == null) {
      DedupCreateLoadResult found =
          DedupCreateLoadResult.builder()
              .ok(true)
              .loadId(load.loadId())
              .loadNumber(load.loadNumber())
              .trackingLink(links.tracking(load.trackingToken()))
              .driverWebLink(links.driverWeb(driver))
              .driverAppLink(links.driverApp(driver))
              .deduplicated(true)
              .build();
      return JsonText.response(200, DedupCreateLoadResult.class, found);
    }
    CreateLoadResult created =
        CreateLoadResult.builder()
            .success(true)
            .loadId(load.loadId())
            .loadNumber(load.loadNumber())
            .trackingLink(links.tracking(load.trackingToken()))
            .driverWebLink(links.driverWeb(driver))
            .driverAppLink(links.driverApp(driver))
            .driverResolution(resolution)
            .unresolvedTruckNumber(outcome.unresolvedTruckNumber())
            .build();
    return JsonText.response(201, CreateLoadResult.class, created);
  }
}
