package io.freightsdk.server.service;

import io.freightsdk.server.journal.SmsLog;
import io.freightsdk.server.service.load.Load;
import io.freightsdk.server.time.VirtualClock;
import java.time.Instant;

/** What the operations of one service share. */
final class ServiceContext {
  private final VirtualClock clock;
  private final Ids ids;
  private final ServiceSettings settings;
  private final Billing billing;
  private final SmsLog sms;
  private final Links links;
  private volatile Store store = new Store();

  ServiceContext(
      VirtualClock clock,
      Ids ids,
      ServiceSettings settings,
      Billing billing,
      SmsLog sms,
      Links links) {
    this.clock = clock;
    this.ids = ids;
    this.settings = settings;
    this.billing = billing;
    this.sms = sms;
    this.links = links;
  }

  VirtualClock clock() {
    return clock;
  }

  Instant now() {
    return clock.now();
  }

  Ids ids() {
    return ids;
  }

  ServiceSettings settings() {
    return settings;
  }

  Billing billing() {
    return billing;
  }

  SmsLog sms() {
    return sms;
  }

  Links links() {
    return links;
  }

  Store store() {
    return store;
  }

  void replaceStore(Store other) {
    store = other;
  }

  /** The book of a broker that is known to exist. */
  BrokerBook book(String brokerId) {
    BrokerBook book = store.broker(brokerId);
    if (book == null) throw new IllegalArgumentException("no broker " + brokerId);
    return book;
  }

  /**
   * A load that the caller may see.
   *
   * @throws RefusedException when there is none (404) or it is another broker's (403)
   */
  Load ownLoad(Caller caller, String loadNumber) {
    Load load = store.loads().find(loadNumber);
    if (load == null) throw new RefusedException(new Refusal.LoadNotFound());
    if (!load.ids().brokerId().equals(caller.brokerId())) {
      throw new RefusedException(new Refusal.ForeignLoad());
    }
    return load;
  }
}
