package io.freightsdk.storages;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.freightsdk.internal.ledger.rules.Adjustment;
import io.freightsdk.internal.ledger.rules.ChargeState;
import io.freightsdk.internal.ledger.rules.Comparison;
import io.freightsdk.internal.ledger.rules.Entry;
import io.freightsdk.internal.ledger.rules.EntryWithReservations;
import io.freightsdk.internal.ledger.rules.Filter;
import io.freightsdk.internal.ledger.rules.LedgerRows;
import io.freightsdk.internal.ledger.rules.LedgerRules;
import io.freightsdk.internal.ledger.rules.Micros;
import io.freightsdk.internal.ledger.rules.Reservation;
import io.freightsdk.internal.ledger.rules.ReservationRequest;
import io.freightsdk.internal.ledger.rules.Totals;
import io.freightsdk.internal.ledger.store.LedgerStorage;
import io.freightsdk.internal.ledger.store.MemoryStorage;
import io.freightsdk.internal.ledger.store.SqlStorage;
import io.freightsdk.spend.SpendLimit;
import io.freightsdk.testing.Buyer;
import io.freightsdk.testing.EmptyDatabase;
import io.freightsdk.testing.LedgerPlace;
import io.freightsdk.testing.Needs;
import io.freightsdk.testing.TestDatabase;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What is written comes back as it was, on every database. */
class SqlRowsTest {
  private static final String EVERY_DATABASE = "io.freightsdk.testing.LedgerPlace#here";
  private static final String ACCOUNT = "account";
  private static final long NOON = 1_772_452_800_123_456L;
  private static final Clock CLOCK =
      Clock.fixed(Instant.EPOCH.plus(NOON, ChronoUnit.MICROS), ZoneOffset.UTC);

  @TempDir Path folder;
  private final List<LedgerPlace.Opened> opened = new ArrayList<>();

  private SqlStorage ledger(LedgerPlace kind) throws Exception {
    LedgerPlace.Opened database = kind.open(folder);
    opened.add(database);
    SqlStorage.createTables(database.source());
    return SqlStorage.open(database.source(), "acme", CLOCK);
  }

  @AfterEach
  void close() throws Exception {
    for (LedgerPlace.Opened database : opened) database.close();
  }

  private static void change(LedgerStorage storage, Consumer<LedgerRows> work) {
    boolean unused =
        storage.change(
            rows -> {
              work.accept(rows);
              return true;
            });
  }

  private static @Nullable EntryWithReservations entryFor(
      LedgerStorage storage, String reservationId, @Nullable String key) {
    return storage.read(rows -> rows.entryFor(reservationId, ACCOUNT, key));
  }

  /** With every field from its number, so that no two columns have the same values. */
  private static Entry entry(
      long id, String scope, ChargeState outcome, @Nullable String loadNumber) {
    return new Entry(
        id,
        ACCOUNT,
        id % 3 == 0 ? "getLoadPosition" : "createLoad",
        "Key-" + id,
        id % 2 == 0,
        "PO-77 ä",
        new Entry.Load(loadNumber, loadNumber == null ? null : "id-" + id, "https://t/" + id),
        "request-1",
        NOON + id,
        scope,
        outcome,
        outcome == ChargeState.CHARGED ? 650_000_001L : 0,
        outcome == ChargeState.NONE ? 0 : 1_300_000_000L,
        NOON + 7 - id,
        id,
        id % 4 == 0 ? "ann" : null,
        id % 4 == 0 ? "the invoice '1'" : null);
  }

  private static Reservation reservation(String id, long entryId, ChargeState outcome) {
    boolean hasEnded = outcome != ChargeState.RESERVED;
    return new Reservation(
        id,
        entryId,
        "client/acme",
        650_000_000L,
        entryId,
        NOON,
        NOON + 90,
        outcome,
        hasEnded ? entryId + 1 : 0,
        hasEnded ? NOON + 5 : 0,
        outcome == ChargeState.CHARGED);
  }

  /** Local times that do not exist in some zones, or twice: no zone has a part in them. */
  @ParameterizedTest
  @MethodSource(EVERY_DATABASE)
  void timesOfTheNightsInWhichClocksChangeComeBack(LedgerPlace kind) throws Exception {
    LedgerStorage storage = ledger(kind);
    List<Reservation> written = new ArrayList<>();
    for (String time :
        List.of(
            "2026-03-08T02:30:00.000001Z",
            "2026-03-29T02:59:59.999999Z",
            "2026-10-25T02:30:00Z",
            "2026-11-01T01:30:00.5Z",
            "2026-11-01T02:00:00Z")) {
      long at = Micros.of(Instant.parse(time));
      written.add(
          new Reservation(
              time, 1, "client", 1, 1, at, at + 1, ChargeState.CHARGED, 2, at + 1, false));
    }
    change(storage, rows -> rows.insert(entry(1, "client", ChargeState.CHARGED, null)));
    change(storage, rows -> written.forEach(rows::insert));
    assertThat(storage.<EntryWithReservations>read(rows -> rows.entry(1)).reservations())
        .containsExactlyInAnyOrderElementsOf(written);
  }

  @ParameterizedTest
  @MethodSource(EVERY_DATABASE)
  void entriesOfEveryOutcomeComeBackAsTheyWereWritten(LedgerPlace kind) throws Exception {
    LedgerStorage storage = ledger(kind);
    List<Entry> all = new ArrayList<>();
    for (ChargeState outcome : ChargeState.values()) {
      Entry made = entry(all.size() + 1, "client/acme/run_1", outcome, "LD-6");
      all.add(made);
      change(
          storage,
          rows -> {
            assertThat(rows.change()).isEqualTo(made.id());
            rows.insert(made);
          });
    }
    assertThat(storage.<List<Entry>>read(rows -> rows.entries(Filter.ALL, 0, 10))).isEqualTo(all);
    for (Entry made : all) {
      EntryWithReservations alone = new EntryWithReservations(made, List.of());
      assertThat(storage.<EntryWithReservations>read(rows -> rows.entry(made.id())))
          .isEqualTo(alone);
      boolean isFree = made.outcome() == ChargeState.NONE;
      assertThat(entryFor(storage, "none", "Key-" + made.id())).isEqualTo(isFree ? null : alone);
      assertThat(entryFor(storage, "none", "KEY-" + made.id())).isNull();
      assertThat(entryFor(storage, "none", "Key-" + made.id() + " ")).isNull();
    }
    Entry before = all.get(0);
    Entry after =
        new Entry(
            before.id(),
            before.account(),
            before.operation(),
            before.key(),
            before.repeats(),
            before.customerRef(),
            new Entry.Load("LD-7", "another id", "https://t/another"),
            "request-2",
            before.madeAt(),
            before.scope(),
            ChargeState.CHARGED,
            2,
            3,
            NOON - 1,
            0,
            "ben",
            "another");
    change(storage, rows -> rows.update(after));
    assertThat(storage.<EntryWithReservations>read(rows -> rows.entry(1)).entry()).isEqualTo(after);
    assertThat(storage.<Long>read(rows -> rows.whenSumReaches("client/acme", null, 0, 1)))
        .isEqualTo(NOON - 1);
  }

  @ParameterizedTest
  @MethodSource(EVERY_DATABASE)
  void filtersTakeWhatTheyTakeInMemory(LedgerPlace kind) throws Exception {
    List<LedgerStorage> both = List.of(ledger(kind), new MemoryStorage(CLOCK, 10_000));
    List<String> scopes =
        List.of(
            "client",
            "client/acme",
            "client/acme/run",
            "client/acme1",
            "client/acMe",
            "client/a_me",
            "client/b%c",
            "client/b/client/acme");
    for (LedgerStorage storage : both) {
      for (String scope : scopes) {
        for (ChargeState outcome : ChargeState.values()) {
          change(storage, rows -> rows.insert(entry(rows.change(), scope, outcome, "LD-" + scope)));
        }
      }
    }
    List<Filter> filters = new ArrayList<>(List.of(Filter.ALL));
    for (String scope : scopes) {
      filters.add(Filter.ofScope(scope));
      filters.add(new Filter(null, "createLoad", null, null, scope, null, null, true));
    }
    filters.add(Filter.ofScope("client/b"));
    filters.add(new Filter(ACCOUNT, null, null, null, null, null, null, false));
    filters.add(new Filter("ACCOUNT", null, null, null, null, null, null, false));
    filters.add(new Filter(null, "createLoad", null, null, null, null, null, false));
    filters.add(new Filter(null, null, "LD-client", null, null, null, null, false));
    filters.add(new Filter(null, null, "LD-client ", null, null, null, null, false));
    filters.add(new Filter(null, null, "LD-client", "PO-77 ä", null, null, null, false));
    filters.add(new Filter(null, null, "LD-client", "PO-77", null, null, null, false));
    filters.add(new Filter(null, null, null, "PO-77 ä", null, null, null, false));
    filters.add(new Filter(null, null, null, "po-77 ä", null, null, null, false));
    filters.add(new Filter(null, null, null, "PO-77 ä ", null, null, null, false));
    filters.add(new Filter(null, null, null, null, null, NOON + 4, NOON + 9, false));
    filters.add(new Filter(null, null, null, null, null, null, NOON + 10, true));
    filters.add(new Filter(null, null, null, null, null, null, null, true));
    for (Filter filter : filters) {
      List<List<Entry>> found = new ArrayList<>();
      List<Totals> totals = new ArrayList<>();
      for (LedgerStorage storage : both) {
        found.add(storage.read(rows -> rows.entries(filter, 0, 100)));
        found.add(storage.read(rows -> rows.entries(filter, 5, 3)));
        totals.add(storage.read(rows -> rows.totals(filter)));
      }
      assertThat(found.subList(0, 2)).as("%s", filter).isEqualTo(found.subList(2, 4));
      assertThat(totals.get(0)).as("%s", filter).isEqualTo(totals.get(1));
    }
  }

  @ParameterizedTest
  @MethodSource(EVERY_DATABASE)
  void aReservationComesBackAndIsReplaced(LedgerPlace kind) throws Exception {
    LedgerStorage storage = ledger(kind);
    Entry entry = entry(1, "client/acme", ChargeState.RESERVED, null);
    Entry another = entry(2, "client/acme", ChargeState.CHARGED, null);
    Reservation running = reservation("r1", 1, ChargeState.RESERVED);
    Reservation settled =
        new Reservation(
            "r1",
            2,
            running.scope(),
            running.price(),
            running.madeByChange(),
            running.madeAt(),
            NOON + 91,
            ChargeState.CHARGED,
            3,
            NOON + 5,
            true);
    change(storage, rows -> rows.insert(entry));
    change(storage, rows -> rows.insert(another));
    change(storage, rows -> rows.insert(running));
    assertThat(entryFor(storage, "r1", null))
        .isEqualTo(new EntryWithReservations(entry, List.of(running)));
    assertThat(entryFor(storage, "R1", null)).isNull();
    change(storage, rows -> rows.update(settled));
    assertThat(entryFor(storage, "r1", null))
        .isEqualTo(new EntryWithReservations(another, List.of(settled)));
    assertThat(storage.<EntryWithReservations>read(rows -> rows.entry(1)))
        .isEqualTo(new EntryWithReservations(entry, List.of()));
  }

  @ParameterizedTest
  @MethodSource(EVERY_DATABASE)
  void theEntryOfAReservationComesBeforeTheNewestOfItsKey(LedgerPlace kind) throws Exception {
    LedgerStorage storage = ledger(kind);
    List<Entry> ofTheKey = new ArrayList<>();
    for (long id = 1; id <= 11; id++) ofTheKey.add(ofKey(ACCOUNT, "key", id));
    Reservation reservation = reservation("r1", 2, ChargeState.RESERVED);
    change(storage, rows -> ofTheKey.forEach(rows::insert));
    change(storage, rows -> rows.insert(ofKey("another", "key", 12)));
    change(storage, rows -> rows.insert(reservation));
    assertThat(entryFor(storage, "none", "key"))
        .isEqualTo(new EntryWithReservations(ofTheKey.get(10), List.of()));
    assertThat(entryFor(storage, "r1", "key"))
        .isEqualTo(new EntryWithReservations(ofTheKey.get(1), List.of(reservation)));
  }

  private static Entry ofKey(String account, String key, long id) {
    return new Entry(
        id,
        account,
        "createLoad",
        key,
        false,
        null,
        new Entry.Load(null, null, null),
        null,
        NOON,
        "client",
        ChargeState.RESERVED,
        0,
        1,
        NOON + 90,
        0,
        null,
        null);
  }

  @ParameterizedTest
  @MethodSource(EVERY_DATABASE)
  void aChangeReadsWhatItHasWritten(LedgerPlace kind) throws Exception {
    Entry first = entry(1, "client/acme", ChargeState.CHARGED, "LD-6");
    Entry second = entry(2, "client/acme", ChargeState.UNKNOWN, "LD-7");
    change(
        ledger(kind),
        rows -> {
          rows.insert(first);
          assertThat(rows.entries(Filter.ALL, 0, 10)).containsExactly(first);
          rows.insert(second);
          rows.purge(List.of(first));
          assertThat(rows.entries(Filter.ALL, 0, 10)).containsExactly(second);
          assertThat(rows.totals(Filter.ALL))
              .isEqualTo(new Totals(1_300_000_000, 1_300_000_000, 0));
        });
  }

  /** Drivers that count rows whose values have changed find none where nothing is added. */
  @Test
  @Tag("slow") // needs MariaDB
  @Needs(Needs.Part.MARIADB)
  void whatCostNothingIsPurgedWhereADriverCountsTheRowsThatHaveChanged() throws Exception {
    try (TestDatabase database =
        new TestDatabase(EmptyDatabase.MARIADB.make() + "&useAffectedRows=true")) {
      SqlStorage.createTables(database);
      LedgerStorage storage = SqlStorage.open(database, "acme", null);
      Entry paid = entry(1, "client/acme", ChargeState.CHARGED, "LD-6");
      Entry free = entry(2, "client/acme", ChargeState.NONE, "LD-7");
      Entry freeElsewhere = entry(3, "client/other", ChargeState.NONE, "LD-8");
      change(
          storage,
          rows -> {
            for (Entry each : List.of(paid, free, freeElsewhere)) {
              rows.insert(each);
              rows.purge(List.of(each));
            }
          });
      Totals left = SqlStorage.open(database, "acme", null).read(rows -> rows.totals(Filter.ALL));
      assertThat(left).isEqualTo(new Totals(paid.amount(), 0, 0));
      assertThat(storage.<List<Entry>>read(rows -> rows.entries(Filter.ALL, 0, 10))).isEmpty();
    }
  }

  @ParameterizedTest
  @MethodSource(EVERY_DATABASE)
  void theFirstReadingOfAnAccountComesBack(LedgerPlace kind) throws Exception {
    LedgerStorage storage = ledger(kind);
    Comparison.Reading first = new Comparison.Reading(NOON, -5, new Comparison.Known(6, 7, -8));
    Comparison.Reading later =
        new Comparison.Reading(NOON + 1, 9, new Comparison.Known(10, 11, 12));
    assertThat(firstReading(storage, ACCOUNT)).isNull();
    change(storage, rows -> rows.insert(new Comparison(1, ACCOUNT, first, first)));
    change(storage, rows -> rows.insert(new Comparison(2, ACCOUNT, first, later)));
    assertThat(firstReading(storage, ACCOUNT)).isEqualTo(first);
    assertThat(firstReading(storage, "another")).isNull();
  }

  /** Entries, also purged and refunded ones, and adjustments. */
  @ParameterizedTest
  @MethodSource(EVERY_DATABASE)
  void whatIsKnownOfAccountsIsThatOfMemory(LedgerPlace kind) throws Exception {
    List<Map<String, Comparison.Known>> known = new ArrayList<>();
    for (LedgerStorage storage : List.of(ledger(kind), new MemoryStorage(CLOCK, 10_000))) {
      for (int i = 0; i < 4; i++) {
        change(
            storage,
            rows -> rows.insert(entry(rows.change(), "client", ChargeState.CHARGED, null)));
      }
      change(storage, rows -> rows.insert(ofKey("another", "key", rows.change())));
      change(storage, rows -> rows.purge(rows.entries(Filter.ALL, 0, 1)));
      change(storage, rows -> rows.purge(rows.entries(Filter.ALL, 0, 2)));
      change(storage, rows -> rows.insert(new Adjustment("a", "third", -7, "ann", "why")));
      assertThat(storage.<Boolean>read(rows -> rows.hasAdjustment("a"))).isTrue();
      assertThat(storage.<Boolean>read(rows -> rows.hasAdjustment("b"))).isFalse();
      known.add(storage.read(LedgerRows::known));
    }
    assertThat(known.get(0)).isEqualTo(known.get(1)).containsOnlyKeys(ACCOUNT, "another", "third");
  }

  private static Comparison.@Nullable Reading firstReading(LedgerStorage storage, String account) {
    return storage.read(rows -> rows.firstReading(account));
  }

  /** Although its accounts, keys, loads and scopes have the same names. */
  @ParameterizedTest
  @MethodSource(EVERY_DATABASE)
  void aLedgerSeesNothingOfAnotherInItsDatabase(LedgerPlace kind) throws Exception {
    SqlStorage acme = ledger(kind);
    SqlStorage other = SqlStorage.open(opened.get(0).source(), "other", CLOCK);
    List<SpendLimit> limits = List.of(Buyer.total("0.65"), Buyer.perHour("0.65"));
    ReservationRequest held = new Buyer(acme, limits).hold("0.65", "key");
    change(acme, rows -> rows.insert(entry(rows.change(), "client", ChargeState.CHARGED, "LD-6")));
    Comparison.Known known =
        acme.<Map<String, Comparison.Known>>read(LedgerRows::known).get(ACCOUNT);
    change(
        acme,
        rows -> assertThat(new LedgerRules(rows).compare(ACCOUNT, 1, known, known)).isNotNull());
    change(acme, rows -> rows.insert(new Adjustment("a", ACCOUNT, 1, "ann", "why")));

    assertThat(entryFor(other, held.id(), "key")).isNull();
    assertThat(acme.<Boolean>read(rows -> rows.hasBought(ACCOUNT, "Key-2", "id-2", 0))).isTrue();
    assertThat(other.<Boolean>read(rows -> rows.hasBought(ACCOUNT, "Key-2", "id-2", 0))).isFalse();
    assertThat(other.<Long>read(rows -> rows.sum("client", null, LedgerRows.EVER))).isZero();
    assertThat(other.<Long>read(rows -> rows.whenSumReaches("client", null, 0, 1))).isNull();
    assertThat(firstReading(other, ACCOUNT)).isNull();
    assertThat(other.<Map<String, Comparison.Known>>read(LedgerRows::known)).isEmpty();
    assertThat(other.<Boolean>read(rows -> rows.hasAdjustment("a"))).isFalse();
    assertThat(other.<List<Entry>>read(rows -> rows.purgeable(Long.MAX_VALUE, 10))).isEmpty();
    assertThat(new Buyer(other, limits).totals()).isEqualTo(Totals.NOTHING);
    assertThat(new Buyer(other, limits).entries()).isEmpty();
    assertThat(new Buyer(other, limits).pay("0.65", "key")).isTrue();
  }

  @ParameterizedTest
  @MethodSource(EVERY_DATABASE)
  void numbersGoOnAndNamesOfLedgersDifferInCase(LedgerPlace kind) throws Exception {
    SqlStorage acme = ledger(kind);
    assertThat(numberOfAnEntry(acme)).isEqualTo(1);
    SqlStorage other = SqlStorage.open(opened.get(0).source(), "Acme", CLOCK);
    assertThat(numberOfAnEntry(other)).isEqualTo(1);
    SqlStorage again = SqlStorage.open(opened.get(0).source(), "acme", CLOCK);
    assertThat(numberOfAnEntry(again)).isEqualTo(2);
    assertThatThrownBy(() -> acme.read(LedgerRows::change))
        .isInstanceOf(UnsupportedOperationException.class);
  }

  private static long numberOfAnEntry(LedgerStorage storage) {
    new Buyer(storage, List.of()).hold("0.65", null);
    List<Entry> all = storage.read(rows -> rows.entries(Filter.ALL, 0, 10));
    return all.get(all.size() - 1).id();
  }
}
