package io.freightsdk.internal.ledger.jdbc;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.jdbi.v3.core.argument.Argument;
import org.jspecify.annotations.Nullable;

/** A statement that writes rows of one ledger, with its values, until it is sent. */
final class Write {
  private enum Verb {
    INSERT,
    UPDATE,
    DELETE,
    /** As its text says. */
    OTHER
  }

  private final Verb verb;

  /** Its table; of another one the whole of it. */
  private final String text;

  private final List<String> columns = new ArrayList<>();
  private final List<Argument> values = new ArrayList<>();
  private final List<String> conditions = new ArrayList<>();
  private final List<Argument> valuesOfConditions = new ArrayList<>();
  private int leastRows;

  private Write(Verb verb, String text) {
    this.verb = verb;
    this.text = text;
  }

  /** Of one row. */
  static Write insert(String table, String ledger) {
    return new Write(Verb.INSERT, table).set("ledger", ledger).atLeast(1);
  }

  static Write update(String table, String ledger) {
    return new Write(Verb.UPDATE, table).where("ledger = ?", ledger);
  }

  static Write delete(String table, String ledger) {
    return new Write(Verb.DELETE, table).where("ledger = ?", ledger);
  }

  /** Any statement, whose values are given in their order. */
  static Write of(String sql) {
    return new Write(Verb.OTHER, sql);
  }

  Write set(String column, @Nullable Object value) {
    columns.add(column);
    return value(value);
  }

  Write value(@Nullable Object value) {
    values.add(argument(value));
    return this;
  }

  /**
   * @param condition has one parameter
   */
  Write where(String condition, Object value) {
    conditions.add(condition);
    valuesOfConditions.add(argument(value));
    return this;
  }

  /**
   * @param any at least one; the last is repeated up to a power of two, so that there are few texts
   */
  Write whereIn(String column, Collection<?> any) {
    List<Argument> values = new ArrayList<>(any.stream().map(Write::argument).toList());
    while (Integer.bitCount(values.size()) > 1) values.add(values.get(values.size() - 1));
    conditions.add("%s IN (%s)".formatted(column, parameters(values.size())));
    valuesOfConditions.addAll(values);
    return this;
  }

  /** Where it writes fewer rows the change has to be made again. */
  Write atLeast(int rows) {
    leastRows = rows;
    return this;
  }

  int leastRows() {
    return leastRows;
  }

  /** All that its text depends on; it may not change after this. */
  List<Object> kind() {
    return List.of(verb, text, columns, conditions);
  }

  String sql() {
    String where = " WHERE " + String.join(" AND ", conditions);
    return switch (verb) {
      case INSERT ->
          "INSERT INTO %s (%s) VALUES (%s)"
              .formatted(text, String.join(", ", columns), parameters(columns.size()));
      case UPDATE -> "UPDATE %s SET %s = ?".formatted(text, String.join(" = ?, ", columns)) + where;
      case DELETE -> "DELETE FROM " + text + where;
      case OTHER -> text;
    };
  }

  /** Those of its parameters, in their order. */
  Stream<Argument> values() {
    return Stream.concat(values.stream(), valuesOfConditions.stream());
  }

  private static String parameters(int count) {
    return String.join(", ", Collections.nCopies(count, "?"));
  }

  private static Argument argument(@Nullable Object value) {
    return value instanceof Argument argument ? argument : Value.ofText(value);
  }
}
