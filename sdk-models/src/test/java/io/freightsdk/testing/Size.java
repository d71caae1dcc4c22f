package io.freightsdk.testing;

/** How much a test does: little in each build, more in {@code -Pthorough}. */
public final class Size {
  private static final boolean THOROUGH = Boolean.getBoolean("freight.thorough");

  private Size() {}

  public static int of(int inEachBuild, int thorough) {
    return THOROUGH ? thorough : inEachBuild;
  }
}
