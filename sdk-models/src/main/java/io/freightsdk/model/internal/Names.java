package io.freightsdk.model.internal;

import com.squareup.moshi.JsonReader;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** The names of the members of one object, in the order of the API description. */
final class Names {
  private static final int LOOK_AHEAD = 3;

  private final JsonReader.Options options;
  private final byte[][] ascii;

  /** Each as it stands in front of its value: quoted, with a colon and no white space. */
  private final byte[][] members;

  private Names(String[] names) {
    options = JsonReader.Options.of(names);
    ascii = new byte[names.length][];
    members = new byte[names.length][];
    for (int i = 0; i < names.length; i++) {
      ascii[i] = names[i].getBytes(StandardCharsets.US_ASCII);
      // Not by a plus, whose machinery would be the dearest part of a server's start.
      members[i] = "\"".concat(names[i]).concat("\":").getBytes(StandardCharsets.US_ASCII);
    }
  }

  static Names of(String... names) {
    return new Names(names);
  }

  JsonReader.Options options() {
    return options;
  }

  /**
   * The first place from {@code guess} on whose member comes next in {@code bytes}, of which it is
   * then consumed with its colon; -1, and nothing consumed, when none of the next few does. Members
   * usually come in the order of the description, one or the other left out.
   */
  int consume(PlainBytes bytes, int guess) {
    int end = Math.min(guess + LOOK_AHEAD, members.length);
    for (int i = guess; i < end; i++) {
      if (bytes.consume(members[i])) return i;
    }
    return -1;
  }

  /** The place of the name in a part of a text, or -1. */
  int find(byte[] text, int from, int to) {
    for (int i = 0; i < ascii.length; i++) {
      if (matches(ascii[i], text, from, to)) return i;
    }
    return -1;
  }

  private static boolean matches(byte[] name, byte[] text, int from, int to) {
    return Arrays.equals(name, 0, name.length, text, from, to);
  }
}
