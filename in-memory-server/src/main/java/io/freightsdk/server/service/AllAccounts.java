package io.freightsdk.server.service;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.function.Supplier;

/** Holding every account at once, always in the same order. */
final class AllAccounts {
  private AllAccounts() {}

  static <T> T holding(Collection<BrokerBook> books, Supplier<T> work) {
    List<BrokerBook> ordered = new ArrayList<>(books);
    ordered.sort(Comparator.comparing(book -> book.account().brokerId()));
    ordered.forEach(book -> book.account().lock().lock());
    try {
      return work.get();
    } finally {
      ordered.forEach(book -> book.account().lock().unlock());
    }
  }
}
