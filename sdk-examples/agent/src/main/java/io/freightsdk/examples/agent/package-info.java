/** An agent with freight tools in LangChain4j: its model is a script, so it runs without a key. */
@NullMarked
package io.freightsdk.examples.agent;

import org.jspecify.annotations.NullMarked;
