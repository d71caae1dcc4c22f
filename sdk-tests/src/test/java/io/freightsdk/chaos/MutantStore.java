package io.freightsdk.chaos;

import io.freightsdk.simulation.Mutant;
import io.freightsdk.simulation.MutantBook;
import io.freightsdk.spend.store.Book;
import io.freightsdk.spend.store.BookStore;
import java.time.Clock;
import java.util.function.Function;

/** Books in a database with the fault of a mutant between them and the money rules. */
record MutantStore(BookStore real, Mutant mutant) implements BookStore {
  @Override
  public <T> T change(Clock clock, Function<Book, T> work) {
    return real.change(clock, book -> work.apply(MutantBook.of(book, mutant, false)));
  }

  @Override
  public <T> T look(Clock clock, Function<Book, T> work) {
    return real.look(clock, book -> work.apply(MutantBook.of(book, mutant, false)));
  }

  @Override
  public boolean mayBlock() {
    return real.mayBlock();
  }

  @Override
  public void close() {
    real.close();
  }
}
