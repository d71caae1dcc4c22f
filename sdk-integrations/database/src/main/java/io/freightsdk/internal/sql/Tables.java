package io.freightsdk.internal.sql;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/**
 * Tables as the script of their database makes them. Nothing is run where all are there: what makes
 * a table waits for those who use it, and everyone else waits behind.
 *
 * @param script where the scripts are, and who runs them
 */
public record Tables(Database database, Script script) {
  /**
   * A script for each database.
   *
   * @param path in the jar, with {@code %s} for the folder of the dialect
   * @param jar opens a path in the jar
   * @param artifact the name of the jar's artifact, for messages
   * @param creator the method that makes the tables, for messages
   */
  public record Script(
      String path, Function<String, @Nullable InputStream> jar, String artifact, String creator) {}

  private static final Pattern TABLE = Pattern.compile("CREATE TABLE IF NOT EXISTS (\\w+)");

  private static final Pattern TABLE_OR_VIEW =
      Pattern.compile("CREATE (?:OR REPLACE )?(?:TABLE|VIEW) (?:IF NOT EXISTS )?(\\w+)");

  /** Semicolons within lines are of a trigger, those between quotes of a block. */
  private static final Pattern END_OF_STATEMENT =
      Pattern.compile(";\\s*\\n(?=(?:[^']*'[^']*')*[^']*$)");

  /** Each process collides once or twice with those that make them at the same moment. */
  private static final int MAX_RUNS = 8;

  /** Makes those that are missing; any number of processes may do so at once. */
  public void create() {
    boolean unused = database.read(this::create);
  }

  /**
   * Makes those that are missing over a connection of the database, outside of a transaction.
   *
   * @return whether any was missing
   */
  public boolean create(Handle handle) {
    for (int run = 1; !missing(handle, TABLE_OR_VIEW).isEmpty(); run++) {
      try {
        statements().forEach(handle::execute);
        return true;
      } catch (RuntimeException e) {
        // IF NOT EXISTS does not help who makes a table at the same moment.
        if (!Database.isOfDatabase(e)) throw e;
        if (run == MAX_RUNS || !Database.pause(run)) throw database.failed(e, false);
      }
    }
    return false;
  }

  /**
   * Makes those that are missing, but on a server only looks for them; over a connection of the
   * database, outside of a transaction.
   *
   * @throws DatabaseException on a server, which names what is missing, and what to do
   */
  public boolean open(Handle handle) {
    return database.dialect().isServer() ? require(handle) : create(handle);
  }

  /**
   * Looks for them.
   *
   * @throws DatabaseException that names what is missing, and what to do
   */
  public void require() {
    boolean unused = database.read(this::require);
  }

  private boolean require(Handle handle) {
    List<String> missing = missing(handle, TABLE);
    if (missing.isEmpty()) return true;
    throw DatabaseException.lasting(
        database.noun(),
        "createTables",
        String.format(
            Locale.ROOT,
            "missing or not readable: %s of the script %s in %s",
            String.join(", ", missing),
            path(),
            script.artifact),
        "run the script, or call " + script.creator,
        null);
  }

  private List<String> missing(Handle handle, Pattern definition) {
    return definition
        .matcher(text())
        .results()
        .map(found -> found.group(1))
        .filter(name -> !canRead(handle, name))
        .toList();
  }

  private boolean canRead(Handle handle, String table) {
    try {
      return handle
          .createQuery("SELECT 1 FROM " + table + " WHERE 1 = 0")
          .mapToMap()
          .list()
          .isEmpty();
    } catch (RuntimeException e) {
      if (Database.root(e) instanceof SQLException sql && database.dialect().isRefusal(sql))
        return false;
      throw e;
    }
  }

  private List<String> statements() {
    return Stream.of(END_OF_STATEMENT.split(text(), -1)).filter(one -> !one.isBlank()).toList();
  }

  private String path() {
    return String.format(Locale.ROOT, script.path, database.dialect().folder());
  }

  /** The script without its comments. */
  private String text() {
    String path = path();
    try (InputStream in = script.jar.apply(path)) {
      if (in == null) throw new IllegalStateException("the jar lacks " + path);
      String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      return text.replaceAll("(?m)^--.*\\n", "");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
