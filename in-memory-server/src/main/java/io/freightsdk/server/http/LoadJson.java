package io.freightsdk.server.http;

import io.freightsdk.model.CreateLoadResult;
import io.freightsdk.model.DedupCreateLoadResult;
import io.freightsdk.model.DriverResolution;
import io.freightsdk.server.service.Ids.Links;
import io.freightsdk.server.service.Load.LoadIds;
import io.freightsdk.server.service.LoadCreation.Outcome;
import io.freightsdk.server.service.refusal.Refusal;
import io.freightsdk.server.service.refusal.Refusal.RefusedException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Answers of a load creation (API description, sections 2.3 and 2.4). */
final class LoadJson {
  private LoadJson() {}

  static Answer answer(Outcome outcome, Links links) {
    LoadIds load = outcome.load();
    DriverResolution resolution = outcome.resolution();
    if (resolution == null) {
      DedupCreateLoadResult found =
          DedupCreateLoadResult.builder()
              .ok(true)
              .loadId(load.loadId())
              .loadNumber(load.loadNumber())
              .trackingLink(links.tracking(load))
              .driverWebLink(links.driverWeb(load))
              .driverAppLink(links.driverApp(load))
              .deduplicated(true)
              .build();
      return Answer.json(200, DedupCreateLoadResult.class, found);
    }
    CreateLoadResult created =
        CreateLoadResult.builder()
            .success(true)
            .loadId(load.loadId())
            .loadNumber(load.loadNumber())
            .trackingLink(links.tracking(load))
            .driverWebLink(links.driverWeb(load))
            .driverAppLink(links.driverApp(load))
            .driverResolution(resolution)
            .unresolvedTruckNumber(outcome.unresolvedTruckNumber())
            .build();
    return Answer.json(201, CreateLoadResult.class, created);
  }

  /** Reads {@code Idempotency-Key}: 1 to 255 visible ASCII characters. */
  static final class IdempotencyHeader {
    private static final int MAX_LENGTH = 255;

    private IdempotencyHeader() {}

    /** The key; null when none was sent. */
    static @Nullable String read(Call call) {
      List<String> values = call.headers("Idempotency-Key");
      if (values.isEmpty()) return null;
      String key = values.get(0);
      boolean visible = key.chars().allMatch(c -> c > ' ' && c < 0x7f);
      boolean wellFormed = visible && !key.isEmpty() && key.length() <= MAX_LENGTH;
      if (values.size() > 1 || !wellFormed) {
        throw new RefusedException(new Refusal.InvalidIdempotencyKey());
      }
      return key;
    }
  }
}
