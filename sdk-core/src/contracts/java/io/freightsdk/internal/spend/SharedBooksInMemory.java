package io.freightsdk.internal.spend;

import io.freightsdk.spend.store.Book;
import io.freightsdk.spend.store.BookStore;
import java.time.Clock;
import java.util.function.Function;

/** Books that processes share by a clock that is none of theirs, as in a database, but quick. */
final class SharedBooksInMemory implements BookStore {
  private final InMemorySpendStore kept = new InMemorySpendStore(1_000_000);
  private final Clock clock;

  SharedBooksInMemory(Clock clock) {
    this.clock = clock;
  }

  @Override
  public <T> T change(Clock any, Function<Book, T> change) {
    return kept.change(clock, change);
  }

  @Override
  public boolean mayBlock() {
    return false;
  }

  @Override
  public boolean isShared() {
    return true;
  }
}
