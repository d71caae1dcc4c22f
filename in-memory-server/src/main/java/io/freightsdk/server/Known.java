package io.freightsdk.server;

import io.freightsdk.server.http.Call;
import io.freightsdk.server.service.FreightService;
import io.freightsdk.server.service.load.Load;
import io.freightsdk.server.service.load.PlacedStop;
import io.freightsdk.server.service.refusal.Refusal;
import io.freightsdk.server.service.refusal.RefusedException;

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

  /** The sequence of a load's stop in the path; 404 when it has no such stop. */
  static int stopSequence(Call call, Load load) {
    String sequence = call.parameter("sequence");
    for (PlacedStop stop : load.stops()) {
      if (sequence.equals(Integer.toString(stop.plan().sequence()))) return stop.plan().sequence();
    }
    throw new RefusedException(new Refusal.NotFound("No such stop"));
  }

  /** Its number. */
  String loadNumber(Call call) {
    return load(call).ids().loadNumber();
  }
}
