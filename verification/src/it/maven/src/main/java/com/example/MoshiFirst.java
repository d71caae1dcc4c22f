package com.example;

/** Fails unless the client refuses, naming the fix, an okio that is too old for OkHttp. */
public final class MoshiFirst {
  private MoshiFirst() {}

  public static void main(String[] arguments) {
    try {
      Main.main(new String[] {"http://127.0.0.1:9", "agent_of_nobody"});
    } catch (IllegalStateException refused) {
      System.out.println(refused.getMessage());
      if (refused.getMessage().contains("okio")) return;
      throw new AssertionError("the message names no fix", refused);
    }
    throw new AssertionError("a client was built over an okio that cannot connect");
  }
}
