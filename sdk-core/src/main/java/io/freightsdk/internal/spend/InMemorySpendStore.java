package io.freightsdk.internal.spend;

import java.time.Clock;
import java.util.Collection;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Books in memory. One lock guards everything; nothing is called while it is held. */
public final class InMemorySpendStore implements BookStore {
  private final MemoryBook book;

  public InMemorySpendStore(int keptEntries) {
    if (keptEntries < 0) {
      throw new IllegalArgumentException("keptEntries: expected 0 or more, got " + keptEntries);
    }
    this.book = new MemoryBook(keptEntries);
  }

  @Override
  public <T> T change(@Nullable Clock clock, Function<Book, T> work) {
    long now = clock == null ? 0 : Times.micros(clock.instant());
    synchronized (book) {
      book.now = Math.max(book.now, now);
      return work.apply(book);
    }
  }

  @Override
  public <T> T look(@Nullable Clock clock, Function<Book, T> work) {
    return change(clock, work);
  }

  @Override
  public boolean mayBlock() {
    return false;
  }

  private static final class MemoryBook implements Book {
    private final MemoryLines lines;
    private final MemoryScopes scopes;
    private final MemoryReservations reservations = new MemoryReservations();
    private Header header = Header.NEW;
    private long now;

    MemoryBook(int keptEntries) {
      this.lines = new MemoryLines(keptEntries);
      this.scopes = new MemoryScopes(lines);
    }

    @Override
    public long now() {
      return now;
    }

    @Override
    public boolean mayBeRepeated() {
      return false;
    }

    @Override
    public Header header() {
      return header;
    }

    @Override
    public void header(Header header) {
      this.header = header;
    }

    @Override
    public void expect(Collection<String> scopes, List<Ring> rings, @Nullable String key) {}

    @Override
    public Scopes scopes() {
      return scopes;
    }

    @Override
    public Reservations reservations() {
      return reservations;
    }

    @Override
    public Lines lines() {
      return lines;
    }
  }
}
