package io.freightsdk.internal.agent;

import io.freightsdk.agent.ToolMemory;
import io.freightsdk.internal.agent.json.ResultJson;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What a person has allowed in advance: so many loads, at so much each and in all, until a time,
 * for these drivers. It is kept with the orders, is used up by calls and not by repeats, and raises
 * no limit.
 */
final class Mandates {
  private static final String MANDATE = "mandate ";

  private final Memory memory;

  Mandates(Memory memory) {
    this.memory = memory;
  }

  /**
   * One permission.
   *
   * @param drivers phone numbers
   * @param used digests of the calls that used it
   */
  record Mandate(
      int loads,
      BigDecimal perLoadUsd,
      BigDecimal usd,
      List<String> drivers,
      Instant until,
      Map<String, BigDecimal> used) {

    static Mandate of(String row) {
      Map<String, @Nullable Object> members = Memory.json(row);
      Map<String, BigDecimal> used = new LinkedHashMap<>();
      ((Map<?, ?>) Objects.requireNonNull(members.get("used")))
          .forEach((digest, usd) -> used.put((String) digest, new BigDecimal((String) usd)));
      List<String> drivers = new ArrayList<>();
      for (Object phone : (List<?>) Objects.requireNonNull(members.get("drivers"))) {
        drivers.add((String) phone);
      }
      return new Mandate(
          ((BigDecimal) Objects.requireNonNull(members.get("loads"))).intValueExact(),
          new BigDecimal((String) Objects.requireNonNull(members.get("perLoadUsd"))),
          new BigDecimal((String) Objects.requireNonNull(members.get("usd"))),
          drivers,
          Instant.parse((String) Objects.requireNonNull(members.get("until"))),
          used);
    }

    String row() {
      Map<String, Object> members = new LinkedHashMap<>();
      members.put("loads", loads);
      members.put("perLoadUsd", Money.usd(perLoadUsd));
      members.put("usd", Money.usd(usd));
      members.put("drivers", drivers);
      members.put("until", until.toString());
      Map<String, Object> spent = new LinkedHashMap<>();
      used.forEach((digest, amount) -> spent.put(digest, Money.usd(amount)));
      members.put("used", spent);
      return ResultJson.of(members);
    }

    BigDecimal usdLeft() {
      return used.values().stream().reduce(usd, BigDecimal::subtract);
    }

    int loadsLeft() {
      return loads - used.size();
    }

    boolean covers(String phone, BigDecimal priceUsd, Instant now) {
      return now.isBefore(until)
          && drivers.contains(phone)
          && loadsLeft() > 0
          && priceUsd.compareTo(perLoadUsd) <= 0
          && priceUsd.compareTo(usdLeft()) <= 0;
    }

    Mandate using(String digest, BigDecimal priceUsd) {
      Map<String, BigDecimal> more = new LinkedHashMap<>(used);
      more.put(digest, priceUsd);
      return new Mandate(loads, perLoadUsd, usd, drivers, until, more);
    }

    Mandate without(String digest) {
      Map<String, BigDecimal> fewer = new LinkedHashMap<>(used);
      fewer.remove(digest);
      return new Mandate(loads, perLoadUsd, usd, drivers, until, fewer);
    }
  }

  /** A person has granted it; it takes the place of any other one of this caller. */
  void grant(@Nullable String scope, Mandate mandate) {
    boolean unused =
        memory.change(
            rows -> {
              rows.write(id(scope), mandate.row());
              return true;
            });
  }

  /** Uses the mandate for a call, if it covers it. The same call uses it once. */
  boolean use(Invocation of, BigDecimal priceUsd) {
    if (!of.tool().equals("create_load")) return false;
    Instant now = memory.now();
    String id = id(of.call().scope());
    String digest = Memory.digest(of.digest());
    return memory.change(
        rows -> {
          Mandate mandate = read(rows, id);
          if (mandate == null) return false;
          BigDecimal before = mandate.used().get(digest);
          if (before != null && before.compareTo(priceUsd) >= 0 && now.isBefore(mandate.until())) {
            return true;
          }
          Mandate free = mandate.without(digest);
          if (!free.covers(of.text("driverPhone"), priceUsd, now)) return false;
          rows.write(id, free.using(digest, priceUsd).row());
          return true;
        });
  }

  /** The call was not sent, or certainly not charged. */
  void giveBack(Invocation of) {
    String id = id(of.call().scope());
    boolean unused =
        memory.change(
            rows -> {
              Mandate mandate = read(rows, id);
              if (mandate == null) return true;
              rows.write(id, mandate.without(Memory.digest(of.digest())).row());
              return true;
            });
  }

  /** The mandate of a caller; null if there is none that can still be used. */
  @Nullable Mandate left(@Nullable String scope) {
    Instant now = memory.now();
    Mandate mandate = memory.change(rows -> read(rows, id(scope)));
    boolean usable = mandate != null && mandate.loadsLeft() > 0 && now.isBefore(mandate.until());
    return usable ? mandate : null;
  }

  private static @Nullable Mandate read(ToolMemory.Rows rows, String id) {
    String row = rows.read(id);
    return row == null ? null : Mandate.of(row);
  }

  private static String id(@Nullable String scope) {
    return MANDATE + (scope == null ? "all" : Memory.digest(scope));
  }
}
