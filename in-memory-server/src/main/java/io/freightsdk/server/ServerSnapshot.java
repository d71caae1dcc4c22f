package io.freightsdk.server;

import io.freightsdk.server.service.FreightService;

/**
 * Everything a server held at one moment: accounts, keys, loads, tracks, prices, messages, time. It
 * can be restored any number of times. The journal and planned faults are not part of it.
 */
public final class ServerSnapshot {
  private final FreightService.Saved saved;

  ServerSnapshot(FreightService.Saved saved) {
    this.saved = saved;
  }

  FreightService.Saved saved() {
    return saved;
  }
}
