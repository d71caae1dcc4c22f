package io.freightsdk.model.internal;

import com.squareup.moshi.JsonReader;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * The described members of one response whose values have another form than described, and are read
 * as absent. They are a tag of the reader, which is only set when there is one.
 */
public final class UnreadableMembers {
  private static final Pattern INDEX = Pattern.compile("\\[\\d+]");

  private final Set<String> paths = new TreeSet<>();

  private UnreadableMembers() {}

  /**
   * Their paths so far, without the indexes of arrays: {@code $.stops[].arrivedAt}. All names are
   * from the API description.
   */
  public static Set<String> of(JsonReader in) {
    UnreadableMembers found = in.tag(UnreadableMembers.class);
    return found == null ? Set.of() : found.paths;
  }

  static void add(JsonReader in, String path) {
    UnreadableMembers found = in.tag(UnreadableMembers.class);
    if (found == null) {
      found = new UnreadableMembers();
      in.setTag(UnreadableMembers.class, found);
    }
    found.paths.add(INDEX.matcher(path).replaceAll("[]"));
  }
}
