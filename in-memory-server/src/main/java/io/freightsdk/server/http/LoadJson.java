package io.freightsdk.server.http;

import io.freightsdk.model.CreateLoadResult;
import io.freightsdk.model.DedupCreateLoadResult;
import io.freightsdk.model.DriverResolution;
import io.freightsdk.model.FreightJson;
import io.freightsdk.server.service.CreateOutcome;
import io.freightsdk.server.service.Links;
import io.freightsdk.server.service.load.LoadIds;

/** Answers of a load creation (API description, sections 2.3 and 2.4). */
final class LoadJson {
  private LoadJson() {}

  static Answer answer(CreateOutcome outcome, Links links) {
    if (outcome instanceof CreateOutcome.Created created) {
      return Answer.json(201, FreightJson.adapter(CreateLoadResult.class), created(created, links));
    }
    return Answer.json(
        200, FreightJson.adapter(DedupCreateLoadResult.class), deduplicated(outcome.load(), links));
  }

  private static CreateLoadResult created(CreateOutcome.Created created, Links links) {
    LoadIds load = created.load();
    return CreateLoadResult.builder()
        .success(true)
        .loadId(load.loadId())
        .loadNumber(load.loadNumber())
        .trackingLink(links.tracking(load))
        .driverWebLink(links.driverWeb(load))
        .driverAppLink(links.driverApp(load))
        .driverResolution(resolution(created.resolution()))
        .unresolvedTruckNumber(created.unresolvedTruckNumber())
        .build();
  }

  private static DedupCreateLoadResult deduplicated(LoadIds load, Links links) {
    return DedupCreateLoadResult.builder()
        .ok(true)
        .loadId(load.loadId())
        .loadNumber(load.loadNumber())
        .trackingLink(links.tracking(load))
        .driverWebLink(links.driverWeb(load))
        .driverAppLink(links.driverApp(load))
        .deduplicated(true)
        .build();
  }

  private static DriverResolution resolution(CreateOutcome.Resolution resolution) {
    return switch (resolution) {
      case BOUND -> DriverResolution.BOUND;
      case UNRESOLVED_TRUCK -> DriverResolution.UNRESOLVED_TRUCK;
      case NONE -> DriverResolution.NONE;
    };
  }
}
