package io.freightsdk.spend.jdbc;

import io.freightsdk.spend.SpendDecision;
import io.freightsdk.spend.SpendEntry;
import io.freightsdk.spend.SpendFilter;
import io.freightsdk.spend.SpendHold;
import io.freightsdk.spend.SpendOutcome;
import io.freightsdk.spend.SpendPosition;
import io.freightsdk.spend.SpendRefusal;
import io.freightsdk.spend.SpendRequest;
import io.freightsdk.spend.SpendStore;
import io.freightsdk.spend.SpendTotals;
import java.math.BigDecimal;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Books in a relational database. Every process that opens the same book in the same database
 * shares its limits and its ledger, and a call that died with its process stays counted.
 *
 * <p>Runs on PostgreSQL and H2 with the isolation level READ COMMITTED or stricter. A change locks
 * the book's row, so changes of one book follow each other; use a book per broker account. Two
 * short transactions are made for a paid call, none for a free one. Clocks of the processes should
 * agree: the fastest one moves the windows of all.
 *
 * <p>Rows are kept for ever. Rows of {@code freight_spend_debit} and {@code freight_spend_entry}
 * that are older than the longest window, older than 24 hours and not unknown may be deleted.
 */
public final class JdbcSpendStore implements SpendStore {
  private static final Pattern NAME = Pattern.compile("[!-~]{1,64}");

  private final DataSource dataSource;
  private final String book;

  private JdbcSpendStore(DataSource dataSource, String book) {
    this.dataSource = dataSource;
    this.book = book;
  }

  private record Hold(SpendRequest request, long debit) implements SpendHold {}

  /**
   * Opens a book, and creates it and the tables {@code freight_spend_*} where they are missing.
   *
   * @param dataSource best a pool with a connection for every thread that makes paid calls; it is
   *     not closed with the store
   * @param book 1 to 64 visible ASCII characters, for example the broker's id
   * @throws io.freightsdk.spend.SpendStoreException if the database is away or forbids it
   */
  public static JdbcSpendStore open(DataSource dataSource, String book) {
    if (!NAME.matcher(book).matches()) {
      throw new IllegalArgumentException(
          "book: expected 1 to 64 visible ASCII characters, got \"" + book + "\"");
    }
    Schema.create(dataSource, book);
    return new JdbcSpendStore(dataSource, book);
  }

  @Override
  public SpendDecision reserve(SpendRequest request) {
    return change(
        "set money aside",
        request.at(),
        (tx, books) -> {
          DebitRow debit = DebitRow.of(tx, books, request);
          SpendRefusal refusal = hold(tx, books, debit, request);
          if (refusal != null) {
            if (!debit.isNew()) debit.save(tx, books);
            return refusal;
          }
          debit.calls++;
          debit.abandonedMillis =
              Math.max(debit.abandonedMillis, request.abandonedAt().toEpochMilli());
          debit.save(tx, books);
          return new Hold(request, debit.id);
        });
  }

  private static @Nullable SpendRefusal hold(
      Tx tx, Books books, DebitRow debit, SpendRequest request) throws SQLException {
    boolean counted = debit.charged || debit.heldUsd.signum() > 0;
    if (counted) return null;

    // Money of a lost call counts since the loss; sent again, it may be taken now.
    Tallies tallies = new Tallies(tx, books);
    BigDecimal lost = debit.spentUsd;
    BigDecimal amount = request.amountUsd().max(lost);
    if (lost.signum() > 0) tallies.unspend(debit);
    SpendRefusal refusal = tallies.refusal(request, amount);
    if (refusal == null) {
      tallies.hold(debit, amount);
    } else if (lost.signum() > 0) {
      tallies.spend(debit, debit.spentMillis, lost);
    }
    return refusal;
  }

  @Override
  public List<SpendEntry> settle(SpendHold hold, List<SpendEntry> attempts, Instant now) {
    return change(
        "book a call",
        now,
        (tx, books) -> {
          DebitRow debit = DebitRow.find(tx, books, ((Hold) hold).debit());
          return new Settlement(tx, books, debit).end(attempts);
        });
  }

  @Override
  public SpendTotals totals(SpendFilter filter) {
    return Tx.run(dataSource, "add up its entries", tx -> EntryRows.totals(tx, book, filter));
  }

  @Override
  public void read(SpendFilter filter, Consumer<SpendEntry> reader) {
    List<SpendEntry> entries =
        Tx.run(dataSource, "read its entries", tx -> EntryRows.list(tx, book, filter));
    entries.forEach(reader);
  }

  @Override
  public SpendPosition position(Instant now) {
    return Tx.run(
        dataSource,
        "read its position",
        tx -> {
          Books books = afterAbandoned(tx, now);
          return new SpendPosition(
              books.version,
              books.openingUsd,
              books.adjustedUsd,
              books.chargedUsd(),
              EntryRows.unknown(tx, books),
              DebitRow.openCalls(tx, books));
        });
  }

  /** The books once calls of dead processes are in them. */
  private Books afterAbandoned(Tx tx, Instant now) throws SQLException {
    Books books = Books.lock(tx, book, now);
    List<DebitRow> abandoned = DebitRow.abandoned(tx, books);
    if (abandoned.isEmpty()) return books;

    for (DebitRow debit : abandoned) new Settlement(tx, books, debit).abandon();
    books.save();
    return Books.lock(tx, book, now);
  }

  @Override
  public boolean resolve(long version, Map<Long, SpendOutcome> outcomes) {
    return changeAt(
        version,
        (tx, books) -> {
          for (Map.Entry<Long, SpendOutcome> outcome : outcomes.entrySet()) {
            SpendEntry unknown = EntryRows.unknown(tx, books, outcome.getKey());
            if (unknown == null) continue;
            DebitRow debit =
                DebitRow.find(tx, books, EntryRows.debitOf(tx, books, outcome.getKey()));
            new Settlement(tx, books, debit).resolve(unknown, outcome.getValue());
          }
        });
  }

  @Override
  public boolean open(long version, BigDecimal openingUsd) {
    return changeAt(
        version,
        (tx, books) ->
            tx.update(
                "UPDATE freight_spend_book SET opening_usd = ? WHERE book = ?", openingUsd, book));
  }

  @Override
  public void adjust(BigDecimal amountUsd) {
    change(
        "book an adjustment",
        null,
        (tx, books) ->
            tx.update(
                "UPDATE freight_spend_book SET adjusted_usd = adjusted_usd + ? WHERE book = ?",
                amountUsd,
                book));
  }

  @Override
  public void forget(String scope) {
    change(
        "forget a scope",
        null,
        (tx, books) -> {
          new Tallies(tx, books).forget(scope);
          return true;
        });
  }

  /** The data source belongs to whoever made it. */
  @Override
  public void close() {}

  private interface Change<T> {
    T in(Tx tx, Books books) throws SQLException;
  }

  private interface Step {
    void in(Tx tx, Books books) throws SQLException;
  }

  private <T> T change(String what, @Nullable Instant now, Change<T> change) {
    return Tx.run(
        dataSource,
        what,
        tx -> {
          Books books = Books.lock(tx, book, now);
          T result = change.in(tx, books);
          books.save();
          return result;
        });
  }

  private boolean changeAt(long version, Step step) {
    return Tx.run(
        dataSource,
        "settle its entries",
        tx -> {
          Books books = Books.lock(tx, book, null);
          if (books.version != version) return false;
          step.in(tx, books);
          books.save();
          return true;
        });
  }
}
