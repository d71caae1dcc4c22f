package io.freightsdk.generator;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** One value of the description, with its place for error messages. */
record Node(String place, Object value) {

  /** The entries of a mapping in the order of the file. */
  Map<String, Node> entries() {
    if (!(value instanceof Map<?, ?> map)) throw invalid("expected a mapping");
    Map<String, Node> entries = new LinkedHashMap<>();
    map.forEach(
        (key, child) -> entries.put(String.valueOf(key), child(String.valueOf(key), child)));
    return entries;
  }

  List<Node> items() {
    if (!(value instanceof List<?> list)) throw invalid("expected a list");
    List<Node> items = new ArrayList<>();
    for (Object item : list) items.add(child(String.valueOf(items.size()), item));
    return items;
  }

  /** Whether the mapping has a key; false for a value that is not a mapping. */
  boolean has(String key) {
    return value instanceof Map<?, ?> map && map.containsKey(key);
  }

  Node get(String key) {
    Node child = entries().get(key);
    if (child == null) throw invalid("'" + key + "' is missing");
    return child;
  }

  String text() {
    if (value instanceof String text) return text;
    throw invalid("expected a string");
  }

  String text(String key) {
    return get(key).text();
  }

  /** The text under a key, or the fallback when the key is absent. */
  String text(String key, String fallback) {
    return has(key) ? text(key) : fallback;
  }

  /** The boolean under a key; false when absent. */
  boolean flag(String key) {
    if (!has(key)) return false;
    Node child = get(key);
    if (child.value() instanceof Boolean flag) return flag;
    throw child.invalid("expected true or false");
  }

  List<String> texts() {
    return items().stream().map(Node::text).toList();
  }

  /** Rejects other keys, so that nothing in the file is silently ignored. */
  void requireOnly(Set<String> keys) {
    entries()
        .forEach(
            (key, child) -> {
              if (!keys.contains(key))
                throw child.invalid("the generator does not understand this");
            });
  }

  InvalidDescriptionException invalid(String problem) {
    return new InvalidDescriptionException(place, problem);
  }

  private Node child(String key, Object child) {
    return new Node(place.isEmpty() ? key : place + "." + key, child);
  }
}
