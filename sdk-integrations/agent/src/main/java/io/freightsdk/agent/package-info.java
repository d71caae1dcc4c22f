/**
 * Tools for AI agents, with limits and approvals. Adapters for frameworks are in the packages
 * below, and nothing here depends on them.
 */
@NullMarked
package io.freightsdk.agent;

import org.jspecify.annotations.NullMarked;
