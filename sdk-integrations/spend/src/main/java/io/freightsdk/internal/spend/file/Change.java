package io.freightsdk.internal.spend.file;

import com.squareup.moshi.JsonReader;
import com.squareup.moshi.JsonWriter;
import io.freightsdk.Charge;
import io.freightsdk.internal.spend.Entry;
import io.freightsdk.internal.spend.Head;
import io.freightsdk.internal.spend.Line;
import io.freightsdk.internal.spend.Memory;
import io.freightsdk.internal.spend.Micros;
import io.freightsdk.internal.spend.Reservation;
import io.freightsdk.internal.spend.Rows;
import io.freightsdk.internal.spend.State;
import io.freightsdk.internal.spend.Sum;
import io.freightsdk.internal.spend.memory.MemoryStorage;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import okio.Buffer;

/**
 * What one change did to the rows, in its order, as a line of JSON: {@code {"at":"...",
 * "lastId":"7", "rows":[{"entry":{...}}, {"sums":{...}}]}}. Read and done again it gives the same
 * rows.
 */
final class Change implements MemoryStorage.Copy {
  /** What is done, and with what. */
  private record Step(String kind, Members members) {}

  private final long at;
  private long lastId;
  private final List<Step> steps = new ArrayList<>();

  /**
   * A change that does nothing yet.
   *
   * @param lastId the highest number that was given away
   */
  Change(long at, long lastId) {
    this.at = at;
    this.lastId = lastId;
  }

  long at() {
    return at;
  }

  long lastId() {
    return lastId;
  }

  long nextId() {
    return ++lastId;
  }

  /** How many steps it has. */
  int size() {
    return steps.size();
  }

  private void add(String kind, Members members) {
    steps.add(new Step(kind, members));
  }

  @Override
  public void put(Head head) {
    add(
        "head",
        new Members()
            .number("opening", head.opening())
            .usd("balanceUsd", head.balance())
            .time("openedAt", head.openedAt())
            .time("outBefore", head.outBefore())
            .usd("adjustedUsd", head.adjusted())
            .time("comparedAt", head.comparedAt())
            .text("comparison", head.comparison() == null ? null : head.comparison().toString())
            .time("since", head.since())
            .time("sweptAt", head.sweptAt()));
  }

  private static Head head(Members row) {
    return new Head(
        row.number("opening"),
        row.usd("balanceUsd"),
        row.time("openedAt"),
        row.time("outBefore"),
        row.usd("adjustedUsd"),
        row.time("comparedAt"),
        row.maybe("comparison") == null ? null : (Long) row.number("comparison"),
        row.time("since"),
        row.time("sweptAt"));
  }

  @Override
  public void put(Reservation reservation) {
    Boolean settled = reservation.settled();
    add(
        "reservation",
        new Members()
            .text("id", reservation.id())
            .text("entry", reservation.entry())
            .text("scope", reservation.scope())
            .usd("priceUsd", reservation.price())
            .time("at", reservation.at())
            .time("expires", reservation.expires())
            .text("state", reservation.state().name())
            .time("saidAt", reservation.saidAt())
            .text("settled", settled == null ? null : settled.toString())
            .text("loadNumber", reservation.loadNumber())
            .text("requestId", reservation.requestId()));
  }

  private static Reservation reservation(Members row) {
    String settled = row.maybe("settled");
    return new Reservation(
        row.text("id"),
        row.text("entry"),
        row.text("scope"),
        row.usd("priceUsd"),
        row.time("at"),
        row.time("expires"),
        State.valueOf(row.text("state")),
        row.time("saidAt"),
        settled == null ? null : Boolean.valueOf(settled),
        row.maybe("loadNumber"),
        row.maybe("requestId"));
  }

  @Override
  public void put(Line line) {
    if (line instanceof Entry entry) {
      add("entry", of(entry));
    } else if (line instanceof Line.Adjustment adjustment) {
      add("adjustment", of(adjustment));
    } else if (line instanceof Line.Settlement settlement) {
      add("settlement", of(settlement));
    } else if (line instanceof Line.Comparison comparison) {
      add("comparison", of(comparison));
    }
  }

  void retire(Entry entry) {
    add("retire", new Members().number("id", entry.id()));
  }

  private static Members of(Line line, String name) {
    return new Members().number("id", line.id()).text("name", name).time("at", line.at());
  }

  private static Members of(Entry entry) {
    return of(entry, entry.name())
        .text("account", entry.account())
        .text("operation", entry.operation())
        .text("key", entry.key())
        .text("customerRef", entry.customerRef())
        .text("scopes", entry.scopes())
        .time("countsAt", entry.countsAt())
        .time("saidAt", entry.saidAt())
        .text("outcome", entry.outcome().name())
        .usd("lowestUsd", entry.lowest())
        .usd("mostUsd", entry.most())
        .flag("running", entry.running())
        .usd("heldUsd", entry.held())
        .text("loadNumber", entry.loadNumber())
        .text("requestId", entry.requestId())
        .text("settledBy", entry.settledBy())
        .text("settledWhy", entry.settledWhy());
  }

  private static Entry entry(Members row) {
    return new Entry(
        row.number("id"),
        row.text("name"),
        row.text("account"),
        row.text("operation"),
        row.maybe("key"),
        row.maybe("customerRef"),
        row.time("at"),
        row.text("scopes"),
        row.time("countsAt"),
        row.time("saidAt"),
        Charge.Kind.valueOf(row.text("outcome")),
        row.usd("lowestUsd"),
        row.usd("mostUsd"),
        row.flag("running"),
        row.usd("heldUsd"),
        row.maybe("loadNumber"),
        row.maybe("requestId"),
        row.maybe("settledBy"),
        row.maybe("settledWhy"));
  }

  private static Members of(Line.Adjustment line) {
    return of(line, line.name())
        .usd("amountUsd", line.amount())
        .text("who", line.who())
        .text("why", line.why());
  }

  private static Line.Adjustment adjustment(Members row) {
    return new Line.Adjustment(
        row.number("id"),
        row.text("name"),
        row.time("at"),
        row.usd("amountUsd"),
        row.text("who"),
        row.text("why"));
  }

  private static Members of(Line.Settlement line) {
    return of(line, line.name())
        .number("entryId", line.entryId())
        .text("account", line.account())
        .text("operation", line.operation())
        .text("key", line.key())
        .text("customerRef", line.customerRef())
        .text("loadNumber", line.loadNumber())
        .text("scopes", line.scopes())
        .flag("charged", line.charged())
        .usd("amountUsd", line.amount())
        .text("who", line.who())
        .text("why", line.why());
  }

  private static Line.Settlement settlement(Members row) {
    return new Line.Settlement(
        row.number("id"),
        row.text("name"),
        row.time("at"),
        row.number("entryId"),
        row.text("account"),
        row.text("operation"),
        row.maybe("key"),
        row.maybe("customerRef"),
        row.maybe("loadNumber"),
        row.text("scopes"),
        row.flag("charged"),
        row.usd("amountUsd"),
        row.text("who"),
        row.text("why"));
  }

  private static Members of(Line.Comparison line) {
    return of(line, line.name())
        .usd("balanceUsd", line.balance())
        .usd("openingUsd", line.opening())
        .usd("leastUsd", line.least())
        .usd("mostUsd", line.most())
        .usd("unexplainedUsd", line.unexplained())
        .number("settled", line.settled())
        .number("open", line.open())
        .flag("openedAnew", line.openedAnew())
        .text("reason", line.reason());
  }

  private static Line.Comparison comparison(Members row) {
    return new Line.Comparison(
        row.number("id"),
        row.text("name"),
        row.time("at"),
        row.usd("balanceUsd"),
        row.usd("openingUsd"),
        row.usd("leastUsd"),
        row.usd("mostUsd"),
        row.usd("unexplainedUsd"),
        Math.toIntExact(row.number("settled")),
        Math.toIntExact(row.number("open")),
        row.flag("openedAnew"),
        row.text("reason"));
  }

  /** Amounts are whole numbers as they are in memory: sums are a view of the entries. */
  @Override
  public void add(Map<Sum, Long> amounts) {
    Members row = new Members();
    amounts.forEach(
        (sum, amount) ->
            row.number(sum.scope() + ' ' + sum.kind() + ' ' + sum.slot(), (long) amount));
    add("sums", row);
  }

  private static Map<Sum, Long> sums(Members row) {
    Map<Sum, Long> sums = new HashMap<>();
    for (String name : row.texts().keySet()) {
      int slot = name.lastIndexOf(' ');
      int kind = name.lastIndexOf(' ', slot - 1);
      Sum sum =
          new Sum(
              name.substring(0, kind),
              Sum.Kind.valueOf(name.substring(kind + 1, slot)),
              Long.parseLong(name.substring(slot + 1)));
      sums.put(sum, row.number(name));
    }
    return sums;
  }

  @Override
  public void put(Memory memory) {
    add(
        "memory",
        new Members()
            .text("name", memory.name())
            .text("text", memory.text())
            .time("until", memory.until()));
  }

  private static Memory memory(Members row) {
    return new Memory(row.text("name"), row.text("text"), row.time("until"));
  }

  void forget(String name) {
    add("forget", new Members().text("name", name));
  }

  void drop(long before, int atMost) {
    add("drop", new Members().time("before", before).number("atMost", atMost));
  }

  void sweep() {
    add("sweep", new Members());
  }

  /** Does it again. */
  void to(Rows rows) {
    for (Step step : steps) {
      Members row = step.members;
      switch (step.kind) {
        case "head" -> rows.put(head(row));
        case "reservation" -> rows.put(reservation(row));
        case "entry" -> rows.put(entry(row));
        case "adjustment" -> rows.put(adjustment(row));
        case "settlement" -> rows.put(settlement(row));
        case "comparison" -> rows.put(comparison(row));
        case "retire" -> rows.retire((Entry) Objects.requireNonNull(rows.line(row.number("id"))));
        case "sums" -> rows.add(sums(row));
        case "memory" -> rows.put(memory(row));
        case "forget" -> rows.forget(row.text("name"));
        case "drop" -> rows.drop(row.time("before"), Math.toIntExact(row.number("atMost")));
        case "sweep" -> rows.sweep();
        default -> throw new IllegalArgumentException("a row of kind " + step.kind);
      }
    }
  }

  String line() {
    Buffer text = new Buffer();
    try (JsonWriter json = JsonWriter.of(text)) {
      json.beginObject().name("at").value(Micros.instant(at).toString());
      json.name("lastId").value(Long.toString(lastId));
      json.name("rows").beginArray();
      for (Step step : steps) {
        json.beginObject().name(step.kind).beginObject();
        for (Map.Entry<String, String> member : step.members.texts().entrySet()) {
          json.name(member.getKey()).value(member.getValue());
        }
        json.endObject().endObject();
      }
      json.endArray().endObject();
    } catch (IOException e) {
      throw new AssertionError("a buffer in memory does not fail", e);
    }
    return text.readUtf8();
  }

  /**
   * The change of a line.
   *
   * @throws RuntimeException if it is none
   */
  static Change of(String line) {
    try (JsonReader json = JsonReader.of(new Buffer().writeUtf8(line))) {
      json.beginObject();
      Change change =
          new Change(
              Micros.of(Instant.parse(next(json, "at"))), Long.parseLong(next(json, "lastId")));
      String unused = json.nextName();
      json.beginArray();
      while (json.hasNext()) {
        json.beginObject();
        String kind = json.nextName();
        Members members = new Members();
        json.beginObject();
        while (json.hasNext()) members.text(json.nextName(), json.nextString());
        json.endObject();
        json.endObject();
        change.add(kind, members);
      }
      return change;
    } catch (IOException e) {
      throw new IllegalArgumentException("not the line of a change", e);
    }
  }

  private static String next(JsonReader json, String name) throws IOException {
    if (!json.nextName().equals(name)) throw new IOException("no " + name);
    return json.nextString();
  }
}
