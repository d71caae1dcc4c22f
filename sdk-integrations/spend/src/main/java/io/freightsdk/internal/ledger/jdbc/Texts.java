package io.freightsdk.internal.ledger.jdbc;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/**
 * The texts of a ledger's statements, each made once: JDBI and those that keep compiled statements
 * would hash and compare one that is equal but not the same. Safe for concurrent use.
 */
final class Texts {
  private final Map<List<?>, String> made = new ConcurrentHashMap<>();

  /**
   * @param kind what the text depends on besides the database, and no other statement's does
   */
  String of(List<?> kind, Supplier<String> maker) {
    String text = made.get(kind);
    return text == null ? made.computeIfAbsent(kind, unused -> maker.get()) : text;
  }
}
