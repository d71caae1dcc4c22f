package io.freightsdk.internal.jobs.rows;

import io.freightsdk.FreightClient;
import io.freightsdk.internal.jobs.rules.NextRead;
import io.freightsdk.internal.sql.Database;
import io.freightsdk.model.Operation;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/**
 * The pace of the reads of one budget, which all instances share: a row with the next free place. A
 * place is the time at which a load may be read. A load that is due takes the next free place, and
 * the place after it is as much later as a read costs.
 *
 * @param name the name of the jobs
 * @param usdPerDay budget in USD
 */
public record ReadPace(Database database, String name, BigDecimal usdPerDay) {
  /** If this number of further reads would not wait for long, much of a budget is unused. */
  private static final int FURTHER_READS = 5;

  /** A shorter wait for a place matters to nobody: news are known after more minutes. */
  private static final Duration SHORT_WAIT = Duration.ofMinutes(5);

  /**
   * Whether the last used budget differs from this budget. Checked by a read, because on SQLite
   * even a statement that changes nothing waits for other writers.
   *
   * @param pace null without a budget
   */
  static boolean hasChanged(Database database, String name, @Nullable ReadPace pace) {
    Optional<String> before =
        database.withoutTransaction(
            handle ->
                handle
                    .createQuery("SELECT usd_per_day FROM freight_read_queue WHERE jobs = :jobs")
                    .bind("jobs", name)
                    .mapTo(String.class)
                    .findOne());
    return !before.equals(Optional.ofNullable(pace).map(ReadPace::budget));
  }

  /** Starts to use this budget; null for none. Places that were taken before no longer count. */
  static void replace(Handle handle, String name, @Nullable ReadPace pace, Instant now) {
    handle
        .createUpdate("DELETE FROM freight_read_queue WHERE jobs = :jobs")
        .bind("jobs", name)
        .execute();
    if (pace != null) pace.insert(handle, now);
  }

  /** Equal amounts have one text. */
  private String budget() {
    return usdPerDay.stripTrailingZeros().toPlainString();
  }

  private void insert(Handle handle, Instant next) {
    database.insertOrNothing(
        handle,
        "INSERT INTO freight_read_queue (jobs, usd_per_day, next_place_at)"
            + " VALUES (:jobs, :budget, :next)",
        "jobs",
        insert -> insert.bind("jobs", name).bind("budget", budget()).bind("next", next));
  }

  /**
   * Gives a load that is due the next place: the time at which it may be read.
   *
   * @throws io.freightsdk.error.FreightException if the price of a read cannot be read
   */
  public Instant takePlace(FreightClient client, Instant now) {
    Duration step = placeInterval(client);
    return database.inTransaction(
        handle -> {
          Optional<Instant> next = next(handle, database.dialect().forUpdate());
          if (next.isEmpty()) {
            // An instance without a budget has started since.
            insert(handle, now);
            next = next(handle, database.dialect().forUpdate());
          }
          Instant place = next.filter(now::isBefore).orElse(now);
          handle
              .createUpdate(
                  "UPDATE freight_read_queue SET next_place_at = :next WHERE jobs = :jobs")
              .bind("next", place.plus(step))
              .bind("jobs", name)
              .execute();
          return place;
        });
  }

  /**
   * The fraction of the full wait, see {@link NextRead#timeAfter}: a quarter while much of the
   * budget is unused, otherwise 1.
   */
  public double waitFraction(FreightClient client, Instant now) {
    Duration further = placeInterval(client).multipliedBy(FURTHER_READS);
    Instant lastStart = now.plus(SHORT_WAIT).minus(further);
    boolean isMuchUnused =
        database
            .withoutTransaction(handle -> next(handle, ""))
            .filter(lastStart::isAfter)
            .isPresent();
    return isMuchUnused ? NextRead.MIN_WAIT_FRACTION : NextRead.FULL_WAIT;
  }

  private Optional<Instant> next(Handle handle, String lock) {
    return handle
        .createQuery("SELECT next_place_at FROM freight_read_queue WHERE jobs = :jobs" + lock)
        .bind("jobs", name)
        .mapTo(Instant.class)
        .findOne();
  }

  /** The time between two places: a day divided by the number of reads that the budget pays for. */
  private Duration placeInterval(FreightClient client) {
    BigDecimal price = client.price(Operation.GET_LOAD_POSITION);
    BigDecimal millis = BigDecimal.valueOf(Duration.ofDays(1).toMillis()).multiply(price);
    return Duration.ofMillis(millis.divide(usdPerDay, RoundingMode.CEILING).longValue());
  }
}
