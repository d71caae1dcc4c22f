package io.freightsdk.examples.langchain4j;

import org.junit.jupiter.api.Test;

class ConversationIT {
  @Test
  void theExampleRuns() {
    Conversation.main(new String[0]);
  }
}
