package io.freightsdk.internal.fleet;

import com.squareup.moshi.JsonAdapter;
import io.freightsdk.internal.sql.DatabaseException;
import io.freightsdk.internal.sql.Sql;
import io.freightsdk.internal.sql.Tables;
import io.freightsdk.internal.sql.Tables.Table;
import io.freightsdk.internal.sql.Transactions;
import io.freightsdk.internal.watch.Progress;
import io.freightsdk.json.FreightJson;
import io.freightsdk.model.LoadPosition;
import io.freightsdk.reads.PositionReading;
import io.freightsdk.watch.FleetStore;
import java.io.IOException;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * The fleets of one account in a database: who leads each of them, and what is known of its loads.
 *
 * <p>No row says until when somebody leads, so no two clocks are compared: whoever leads counts up
 * the beats of the fleet's row, and others judge by how long they see no new one. What a leader
 * writes is written under its term, with the fleet's row locked: after somebody else has taken the
 * lead it changes nothing. All methods may block, and throw {@link IllegalStateException} when the
 * database cannot do it.
 */
public final class FleetTables {
  private static final String SCRIPT = "R__freight_fleet.sql";
  private static final String LOAD =
      "load_number, state, changed, added_us, known, read_us, reading, taken_us, taken";
  private static final Tables TABLES =
      Tables.of(
          new Table("freight_fleet", "account, fleet, leader, term, beats, changes"),
          new Table("freight_fleet_load", "account, fleet, left_us, " + LOAD));
  private static final String OF_FLEET = " WHERE account = ? AND fleet = ?";
  private static final String OF_LOAD = OF_FLEET + " AND load_number = ?";

  /**
   * Who leads a fleet.
   *
   * @param leader null for nobody
   * @param term counts the leaderships
   * @param beats counts signs of life of whoever leads
   * @param changes counts changes of which loads there are, and of their priorities
   */
  record Lead(@Nullable String leader, long term, long beats, long changes) {
    boolean isOf(String member) {
      return member.equals(leader);
    }

    boolean hasMovedSince(Lead before) {
      return term != before.term || beats != before.beats;
    }
  }

  enum State {
    FOLLOWED,
    OVER,
    REMOVED
  }

  /**
   * What is stored of a load.
   *
   * @param known what is known of it before the first reading
   * @param latest the last reading that the fleet has made; null before
   * @param taken the reading up to which its events were delivered; null before
   */
  record Stored(
      String loadNumber,
      State state,
      Instant addedAt,
      LoadPosition known,
      @Nullable PositionReading latest,
      @Nullable PositionReading taken) {}

  private final JsonAdapter<LoadPosition> json = FreightJson.adapter(LoadPosition.class);
  private final Transactions transactions;
  private final String account;

  private FleetTables(Transactions transactions, String account) {
    this.transactions = transactions;
    this.account = account;
  }

  /**
   * Opens the fleets of an account.
   *
   * @param create whether missing tables are made
   */
  public static FleetTables open(DataSource dataSource, String account, boolean create) {
    return failing(
        () -> {
          Transactions transactions = new Transactions(dataSource);
          String folder = transactions.database().folder();
          List<String> script =
              transactions.database().script(FleetStore.class::getResourceAsStream, SCRIPT);
          List<String> missing =
              create
                  ? transactions.look(sql -> TABLES.make(sql, script))
                  : transactions.look(TABLES::missing);
          if (missing.isEmpty()) return new FleetTables(transactions, account);
          throw new IllegalStateException(
              "fleet store: missing or not readable: %s; run the script io/freightsdk/watch/%s/%s of the jar, or open the store with SchemaMode.CREATE"
                  .formatted(String.join(", ", missing), folder, SCRIPT));
        });
  }

  // --- who leads ---

  /** Who leads now. */
  Lead lead(String fleet) {
    return failing(() -> transactions.look(sql -> row(sql, fleet, "")));
  }

  /** A sign of life of a member, if it leads; who leads now. */
  Lead beat(String fleet, String member) {
    String beat = "UPDATE freight_fleet SET beats = beats + 1" + OF_FLEET + " AND leader = ?";
    return failing(
        () ->
            transactions.look(
                sql -> {
                  int unused = sql.update(beat, account, fleet, member);
                  return row(sql, fleet, "");
                }));
  }

  /**
   * Takes the lead if nobody has it, or whoever had it was silent since {@code silent} was read;
   * who leads then.
   */
  Lead take(String fleet, String member, @Nullable Lead silent) {
    return locked(
        fleet,
        (sql, lead) -> {
          // Also by an earlier run of this change, whose answer was lost.
          if (lead.isOf(member)) return lead;
          boolean isFree = lead.leader == null || (silent != null && !lead.hasMovedSince(silent));
          if (!isFree) return lead;
          Lead taken = new Lead(member, lead.term + 1, lead.beats + 1, lead.changes);
          int unused =
              sql.update(
                  "UPDATE freight_fleet SET leader = ?, term = ?, beats = ?" + OF_FLEET,
                  member,
                  taken.term,
                  taken.beats,
                  account,
                  fleet);
          return taken;
        });
  }

  /** Nobody leads any more, if this member did. */
  void resign(String fleet, String member) {
    String resign = "UPDATE freight_fleet SET leader = NULL" + OF_FLEET + " AND leader = ?";
    int unused =
        failing(() -> transactions.look(sql -> sql.update(resign, account, fleet, member)));
  }

  // --- loads; by any process ---

  /**
   * Adds a load, unless it is followed, or all was told of it. One that was removed goes on from
   * its readings, or from the ones that it is added with.
   */
  void add(String fleet, Stored load) {
    boolean unused =
        locked(
            fleet,
            (sql, lead) -> {
              Stored there = find(sql, fleet, load.loadNumber);
              if (there != null && there.state != State.REMOVED) return false;
              long changed = changed(sql, fleet, lead);
              if (there == null) {
                insert(sql, fleet, load, changed);
                return true;
              }
              PositionReading latest = load.latest == null ? there.latest : load.latest;
              PositionReading taken = load.taken == null ? there.taken : load.taken;
              sql.update(
                  "UPDATE freight_fleet_load SET state = 'FOLLOWED', left_us = NULL,"
                      + " changed = ?, added_us = ?, known = ?, read_us = ?, reading = ?,"
                      + " taken_us = ?, taken = ?"
                      + OF_LOAD,
                  changed,
                  micros(load.addedAt),
                  json.toJson(load.known),
                  readMicros(latest),
                  text(latest),
                  readMicros(taken),
                  text(taken),
                  account,
                  fleet,
                  load.loadNumber);
              return true;
            });
  }

  private void insert(Sql sql, String fleet, Stored load, long changed) {
    int unused =
        sql.update(
            "INSERT INTO freight_fleet_load (account, fleet, "
                + LOAD
                + ") VALUES (?, ?, "
                + Sql.marks(9)
                + ")",
            account,
            fleet,
            load.loadNumber,
            load.state.name(),
            changed,
            micros(load.addedAt),
            json.toJson(load.known),
            readMicros(load.latest),
            text(load.latest),
            readMicros(load.taken),
            text(load.taken));
  }

  /** Removes a load that is followed. What is known of it is kept. */
  void remove(String fleet, String loadNumber, Instant now) {
    boolean unused =
        locked(
            fleet,
            (sql, lead) -> {
              long changed = changed(sql, fleet, lead);
              return sql.update(
                      "UPDATE freight_fleet_load SET changed = ?, state = 'REMOVED', left_us = ?"
                          + OF_LOAD
                          + " AND state = 'FOLLOWED'",
                      changed,
                      micros(now),
                      account,
                      fleet,
                      loadNumber)
                  > 0;
            });
  }

  private long changed(Sql sql, String fleet, Lead lead) {
    long changed = lead.changes + 1;
    int unused =
        sql.update("UPDATE freight_fleet SET changes = ?" + OF_FLEET, changed, account, fleet);
    return changed;
  }

  /** Null for a load that was never in this fleet. */
  @Nullable Stored load(String fleet, String loadNumber) {
    return failing(() -> transactions.look(sql -> find(sql, fleet, loadNumber)));
  }

  /** All loads that are followed. */
  List<Stored> followed(String fleet) {
    return loads(fleet, " AND changed > ? AND state = 'FOLLOWED'", -1);
  }

  /** The loads that were added or removed after so many changes. */
  List<Stored> changedAfter(String fleet, long changes) {
    return loads(fleet, " AND changed > ?", changes);
  }

  private List<Stored> loads(String fleet, String which, long changes) {
    return failing(
        () ->
            transactions.look(
                sql ->
                    sql.list(
                        "SELECT "
                            + LOAD
                            + " FROM freight_fleet_load"
                            + OF_FLEET
                            + which
                            + " ORDER BY added_us, load_number",
                        this::stored,
                        account,
                        fleet,
                        changes)));
  }

  /** The numbers of all loads that are followed. */
  Set<String> numbers(String fleet) {
    return failing(
        () ->
            Set.copyOf(
                transactions.look(
                    sql ->
                        sql.list(
                            "SELECT load_number FROM freight_fleet_load"
                                + OF_FLEET
                                + " AND state = 'FOLLOWED'",
                            row -> row.getString(1),
                            account,
                            fleet))));
  }

  /** Forgets loads that left their fleets before this time. */
  public void purge(Instant before) {
    int unused =
        failing(
            () ->
                transactions.look(
                    sql ->
                        sql.update(
                            "DELETE FROM freight_fleet_load WHERE account = ? AND left_us < ?",
                            account,
                            micros(before))));
  }

  // --- what a leader has done; false, and nothing, if its term is over ---

  /** Stores a reading. */
  boolean read(String fleet, long term, PositionReading reading) {
    return under(
        fleet,
        term,
        "UPDATE freight_fleet_load SET read_us = ?, reading = ?" + OF_LOAD,
        readMicros(reading),
        text(reading),
        account,
        fleet,
        reading.position().loadNumber());
  }

  /** Stores up to where the events of a load were delivered. After its last one it leaves. */
  boolean taken(String fleet, long term, PositionReading upTo, Instant now) {
    String taken = "UPDATE freight_fleet_load SET taken_us = ?, taken = ?";
    String number = upTo.position().loadNumber();
    return Progress.isOver(upTo.position())
        ? under(
            fleet,
            term,
            taken + ", state = 'OVER', left_us = ?" + OF_LOAD,
            readMicros(upTo),
            text(upTo),
            micros(now),
            account,
            fleet,
            number)
        : under(fleet, term, taken + OF_LOAD, readMicros(upTo), text(upTo), account, fleet, number);
  }

  /** The failure policy gave a load up. */
  boolean givenUp(String fleet, long term, String loadNumber, Instant now) {
    return under(
        fleet,
        term,
        "UPDATE freight_fleet_load SET state = 'REMOVED', left_us = ?" + OF_LOAD,
        micros(now),
        account,
        fleet,
        loadNumber);
  }

  private boolean under(String fleet, long term, String update, @Nullable Object... values) {
    return locked(
        fleet,
        (sql, lead) -> {
          if (lead.term != term) return false;
          int unused = sql.update(update, values);
          return true;
        });
  }

  // --- rows ---

  private interface Change<T> {
    T on(Sql sql, Lead lead);
  }

  /** A change that no other one of this fleet comes between. */
  private <T> T locked(String fleet, Change<T> change) {
    return failing(
        () -> {
          Lead unused = transactions.look(sql -> row(sql, fleet, ""));
          return transactions.change(
              (sql, mayBeRepeated) -> change.on(sql, row(sql, fleet, " FOR UPDATE")));
        });
  }

  /** The row of a fleet, which is made when it is missing. */
  private Lead row(Sql sql, String fleet, String lock) {
    String select = "SELECT leader, term, beats, changes FROM freight_fleet" + OF_FLEET + lock;
    for (int run = 0; ; run++) {
      List<Lead> found =
          sql.list(
              select,
              row -> new Lead(row.getString(1), row.getLong(2), row.getLong(3), row.getLong(4)),
              account,
              fleet);
      if (!found.isEmpty()) return found.get(0);
      if (run == 1) throw new IllegalStateException("the row of fleet " + fleet + " is gone");
      try {
        int unused =
            sql.update(
                "INSERT INTO freight_fleet (account, fleet, term, beats, changes)"
                    + " VALUES (?, ?, 0, 0, 0)",
                account,
                fleet);
      } catch (Sql.Failure e) {
        if (!e.isDuplicate()) throw e; // Else another process has just made it.
      }
    }
  }

  private @Nullable Stored find(Sql sql, String fleet, String loadNumber) {
    List<Stored> found =
        sql.list(
            "SELECT " + LOAD + " FROM freight_fleet_load" + OF_LOAD,
            this::stored,
            account,
            fleet,
            loadNumber);
    return found.isEmpty() ? null : found.get(0);
  }

  private Stored stored(ResultSet row) throws SQLException {
    return new Stored(
        row.getString(1),
        State.valueOf(row.getString(2)),
        instant(row.getLong(4)),
        position(row.getString(5)),
        reading(row.getLong(6), row.getString(7)),
        reading(row.getLong(8), row.getString(9)));
  }

  private @Nullable PositionReading reading(long micros, @Nullable String text) {
    return text == null ? null : new PositionReading(position(text), instant(micros));
  }

  private LoadPosition position(String text) {
    try {
      LoadPosition position = json.fromJson(text);
      if (position != null) return position;
      throw new IOException("null");
    } catch (IOException e) {
      throw new IllegalStateException(
          "fleet store: a row of freight_fleet_load cannot be read as a position; delete it", e);
    }
  }

  private @Nullable String text(@Nullable PositionReading reading) {
    return reading == null ? null : json.toJson(reading.position());
  }

  private static @Nullable Long readMicros(@Nullable PositionReading reading) {
    return reading == null ? null : micros(reading.readAt());
  }

  private static long micros(Instant instant) {
    return ChronoUnit.MICROS.between(Instant.EPOCH, instant);
  }

  private static Instant instant(long micros) {
    return Instant.EPOCH.plus(micros, ChronoUnit.MICROS);
  }

  private static <T extends @Nullable Object> T failing(Supplier<T> work) {
    try {
      return work.get();
    } catch (DatabaseException e) {
      throw new IllegalStateException("fleet store: " + e.getMessage(), e);
    }
  }
}
