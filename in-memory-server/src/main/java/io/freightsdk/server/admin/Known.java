package io.freightsdk.server.admin;

import io.freightsdk.server.http.Call;
import io.freightsdk.server.service.FreightService;
import io.freightsdk.server.service.Refusal;
import io.freightsdk.server.service.RefusedException;
import io.freightsdk.server.service.load.Load;

/** Loads that a path names. */
final class Known {
  private final FreightService service;

  Known(FreightService service) {
    this.service = service;
  }

  /** The load in the path; 404 when there is none. */
  Load load(Call call) {
    Load load = service.load(call.parameter("loadNumber"));
    if (load == null) throw new RefusedException(new Refusal.LoadNotFound());
    return load;
  }

  /** Its number. */
  String loadNumber(Call call) {
    return load(call).ids().loadNumber();
  }
}
