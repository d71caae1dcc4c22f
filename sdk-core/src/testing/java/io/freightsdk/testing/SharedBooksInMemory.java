package io.freightsdk.testing;

import io.freightsdk.spend.SpendStore;
import io.freightsdk.spend.store.Book;
import io.freightsdk.spend.store.BookStore;
import java.time.Clock;
import java.util.function.Function;

/** Books that outlive processes and have a clock of their own, as in a database, but quick. */
public final class SharedBooksInMemory implements BookStore {
  private final BookStore kept = (BookStore) SpendStore.inMemory(1_000_000);
  private final Clock clock;

  public SharedBooksInMemory(Clock clock) {
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
