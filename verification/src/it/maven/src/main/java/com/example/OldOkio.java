package com.example;

/**
 * Checks that the client refuses an okio that is too old for OkHttp, with the fix in the message.
 */
public final class OldOkio {
  private OldOkio() {}

  public static void main(String[] arguments) {
    try {
      Main.main(new String[] {"http://127.0.0.1:9", "unused_key"});
    } catch (IllegalStateException refused) {
      System.out.println(refused.getMessage());
      if (refused.getMessage().contains("okio")) return;
      throw new AssertionError("the message has no fix", refused);
    }
    throw new AssertionError("a client was built with an okio that cannot connect");
  }
}
