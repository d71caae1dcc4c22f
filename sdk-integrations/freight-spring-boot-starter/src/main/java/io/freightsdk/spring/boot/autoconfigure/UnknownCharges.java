package io.freightsdk.spring.boot.autoconfigure;

import io.freightsdk.spend.SpendEntry;
import io.freightsdk.spend.SpendListener;

/**
 * Hears of charges that nobody knows, and tells the jobs, which are made after the ledgers. Does
 * not wait.
 */
final class UnknownCharges implements SpendListener {
  private volatile Runnable then = () -> {};

  void then(Runnable then) {
    this.then = then;
  }

  @Override
  public void onEntry(SpendEntry entry) {
    if (entry.isOpen()) then.run();
  }
}
