package io.freightsdk.server;

import io.freightsdk.server.Broker.BrokerHandles;
import io.freightsdk.server.journal.RequestJournal;
import io.freightsdk.server.service.FaultPlan.FaultRule;
import io.freightsdk.server.service.FreightService;
import java.time.Instant;
import java.util.List;
import java.util.Random;

/**
 * The whole state of a server at one moment: time, accounts, keys, loads, tracks, prices, trucks,
 * messages, planned faults, the journal, and where seeded identifiers are. It can be restored any
 * number of times.
 */
public final class ServerSnapshot {
  final FreightService.Saved service;
  final BrokerHandles.Saved brokers;
  final List<FaultRule> faults;
  final RequestJournal.Kept journal;

  /** How many requests there were. */
  final long requests;

  final Random ids;

  ServerSnapshot(
      FreightService.Saved service,
      BrokerHandles.Saved brokers,
      List<FaultRule> faults,
      RequestJournal.Kept journal,
      long requests,
      Random ids) {
    this.service = service;
    this.brokers = brokers;
    this.faults = faults;
    this.journal = journal;
    this.requests = requests;
    this.ids = ids;
  }

  /** The server's time when it was taken. */
  public Instant at() {
    return service.now();
  }

  /** How many loads it holds. */
  public int loads() {
    return service.loads();
  }
}
