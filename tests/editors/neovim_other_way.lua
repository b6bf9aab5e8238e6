-- Gives Neovim the way of starting servers that it does not have: before 0.11 a stand-in for `vim.lsp.config` and
-- `vim.lsp.enable`, from then on neither of them. So both branches of the documented configuration run in every version.

if vim.lsp.config then
  vim.lsp.config = nil
  vim.lsp.enable = nil
else
  local configured = {}
  vim.lsp.config = function(name, config)
    configured[name] = vim.tbl_extend('force', config, { name = name })
  end
  vim.lsp.enable = function(name)
    local config = configured[name]
    local client
    vim.api.nvim_create_autocmd('FileType', {
      pattern = config.filetypes,
      callback = function()
        if not (client and vim.lsp.get_client_by_id(client)) then
          client = vim.lsp.start_client(config)
        end
        vim.lsp.buf_attach_client(0, client)
      end,
    })
  end
end
