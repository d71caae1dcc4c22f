package io.freightsdk.internal.spend;

import static io.freightsdk.internal.spend.MoneyJudge.check;

import io.freightsdk.Charge;
import io.freightsdk.internal.spend.NaiveService.Debit;
import io.freightsdk.spend.SpendLimit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The entries of a ledger by what a service really took, and its sums by its entries. */
final class EntriesJudge {
  private final NaiveService service;
  private final List<String> paths;
  private final List<Cap> caps;
  private final Supplier<Storage> storage;

  /** Whether the ledger has forgotten keys by now. */
  private final BooleanSupplier forgets;

  EntriesJudge(
      NaiveService service,
      List<String> paths,
      List<Cap> caps,
      Supplier<Storage> storage,
      BooleanSupplier forgets) {
    this.service = service;
    this.paths = paths;
    this.caps = caps;
    this.storage = storage;
    this.forgets = forgets;
  }

  /** All purchases, read page by page. */
  List<Entry> entries() {
    Filter all = new Filter(null, null, null, null, null, null, true, false);
    List<Entry> entries = new ArrayList<>();
    long after = 0;
    while (true) {
      long from = after;
      List<Line> page = storage.get().look(rows -> rows.lines(all, from, 7));
      if (page.isEmpty()) return entries;
      for (Line line : page) entries.add((Entry) line);
      after = page.get(page.size() - 1).id();
    }
  }

  /** One, or more if the service may have forgotten the key meanwhile. */
  long entriesOf(String key) {
    return entries().stream().filter(entry -> key.equals(entry.key())).count();
  }

  static String thing(Entry entry) {
    return entry.key() == null ? entry.name().substring("call ".length()) : entry.key();
  }

  /** What the service took for an entry; null for nothing. */
  @Nullable Debit debitOf(Entry entry) {
    for (Debit debit : service.debits()) {
      if (!debit.thing().equals(thing(entry)) || debit.at() < entry.at()) continue;
      if (debit.at() < nextAt(entry)) return debit;
    }
    return null;
  }

  /** A key that the service may have forgotten begins a new entry. */
  private long nextAt(Entry entry) {
    return entries().stream()
        .filter(next -> entry.key() != null && entry.key().equals(next.key()))
        .filter(next -> next.id() > entry.id())
        .mapToLong(Entry::at)
        .min()
        .orElse(Long.MAX_VALUE);
  }

  /** The service may know a key longer than the ledger goes by that. */
  private boolean isKnownFromBefore(Entry entry) {
    return service.debits().stream()
        .filter(debit -> debit.thing().equals(thing(entry)))
        .anyMatch(debit -> debit.at() < entry.at());
  }

  /** Each debit in one entry, nothing charged that was not debited, sums as the entries say. */
  void judge() {
    Map<String, Entry> byName = new LinkedHashMap<>();
    for (Entry entry : entries()) {
      check(byName.put(entry.name(), entry) == null || forgets.getAsBoolean(), "twice: " + entry);
      Debit debit = debitOf(entry);
      if (debit == null) {
        boolean isCharged = entry.outcome() == Charge.Kind.CHARGED;
        check(!isCharged || isKnownFromBefore(entry), "never debited: " + entry);
      } else if (!entry.running()) {
        check(entry.outcome() != Charge.Kind.NONE, "debited: " + entry + debit);
        boolean fits = entry.least() <= debit.price() && debit.price() <= entry.most();
        check(fits, "not what was debited: " + entry + debit);
      }
    }
    for (Debit debit : service.debits()) {
      boolean isThere =
          byName.containsKey("key account " + debit.thing())
              || byName.containsKey("call " + debit.thing());
      check(isThere || forgets.getAsBoolean(), "no entry for " + debit);
    }
    sums(List.copyOf(byName.values()));
    if (!forgets.getAsBoolean()) windows(List.copyOf(byName.values()));
  }

  private void sums(List<Entry> entries) {
    boolean unused =
        storage
            .get()
            .look(
                rows -> {
                  Map<Sum, Long> naive = new HashMap<>();
                  Posting posting = new Posting(rows.head(), rows.now());
                  for (Entry entry : entries) posting.post(entry, 1, naive);
                  sums(naive, rows);
                  return true;
                });
  }

  private void sums(Map<Sum, Long> naive, Rows rows) {
    List<Sum.Range> ranges = ranges();
    Map<Sum, Long> kept = rows.sums(ranges);
    Set<Sum> all = new HashSet<>(kept.keySet());
    naive.keySet().stream()
        .filter(sum -> ranges.stream().anyMatch(range -> range.has(sum)))
        .forEach(all::add);
    for (Sum sum : all) {
      long is = kept.getOrDefault(sum, 0L);
      long should = naive.getOrDefault(sum, 0L);
      boolean fits = forgets.getAsBoolean() ? is >= should : is == should;
      check(fits, sum + " is " + is + ", not " + should);
    }
  }

  private List<Sum.Range> ranges() {
    List<Sum.Range> ranges = new ArrayList<>();
    for (String path : paths) {
      for (Sum.Kind kind :
          List.of(Sum.Kind.HELD, Sum.Kind.CHARGED, Sum.Kind.UNKNOWN, Sum.Kind.DAY)) {
        ranges.add(new Sum.Range(path, kind, 0, Long.MAX_VALUE));
      }
    }
    for (Sum.Kind kind : List.of(Sum.Kind.LEAST, Sum.Kind.MOST)) {
      ranges.add(new Sum.Range("ledger", kind, 0, 1));
    }
    for (String operation : List.of("createLoad", "getLoadPosition")) {
      ranges.add(new Sum.Range("ledger/" + operation, Sum.Kind.PRICE, 0, Long.MAX_VALUE));
    }
    return ranges;
  }

  /** Windows count late by at most 1/60, and never early. */
  private void windows(List<Entry> entries) {
    long now = service.now();
    for (Cap cap : caps) {
      if (cap.limit().kind() != SpendLimit.Kind.WINDOW) continue;
      long length = Micros.of(cap.limit().window());
      long exact = 0;
      long late = 0;
      for (Entry entry : entries) {
        if (!Paths.isInside(entry.scopes(), cap.limit().scope())) continue;
        if (entry.running() || entry.countsAt() > now - length) exact += entry.counted();
        if (entry.running() || entry.countsAt() > now - length - length / 60) {
          late += entry.counted();
        }
      }
      Cap.Use use = storage.get().look(cap::use);
      long counted = use.used() + use.held();
      check(counted >= exact && counted <= late, cap + " " + counted + ": " + exact + ".." + late);
      MoneyModel.met("window exact");
    }
  }
}
