package io.freightsdk.server;

import io.freightsdk.server.Broker.BrokerHandles;
import io.freightsdk.server.service.FreightService;

/**
 * The state of a server at one moment: accounts, keys, loads, tracks, prices, messages, time. It
 * can be restored any number of times. The journal and planned faults are not part of it.
 */
public final class ServerSnapshot {
  final FreightService.Saved saved;
  final BrokerHandles.Saved brokers;

  ServerSnapshot(FreightService.Saved saved, BrokerHandles.Saved brokers) {
    this.saved = saved;
    this.brokers = brokers;
  }
}
